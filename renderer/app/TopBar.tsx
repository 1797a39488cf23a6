import { Button, Menu, MenuDivider, MenuItem, Tag } from '@blueprintjs/core';
import { ChevronRight, Cog, Desktop, Key, LogOut, Person, Search, Tick, Translate } from '@blueprintjs/icons';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { menuGroupOf, screenOf, screens } from '../screens';
import { DropDown } from '../ui/DropDown';
import { comboText } from '../ui/shortcuts';
import { OwnAvatar } from './Avatar';
import { Bell } from './Bell';
import { changeSettings, useDesk } from './desk';
import type { Permits } from './guard';
import { useLanguage, useSpeech } from './language';
import { signOut } from './leaving';
import { PartBoundary } from './PartBoundary';
import { RunningJobs } from './RunningJobs';
import { useTabs } from './tabs';
import { useTitles } from './titles';
import { UnsentCount } from './UnsentCount';
import { UpdateNotice } from './update/UpdateNotice';

/** Top bar: breadcrumbs, search, server, language, and user menu. */
export const TopBar = memo(function TopBar(props: {
  onPalette: () => void;
  onShortcuts: () => void;
  permits: Permits;
}) {
  const { t } = useTranslation();
  const kept = useDesk(({ session }) => session.kept);
  const server = useDesk(({ environments, environment }) =>
    environments.find(({ id }) => id === environment),
  );
  return (
    <header className="fc-top">
      <WhereAmI permits={props.permits} />
      <Button
        className="fc-go"
        icon={<Search />}
        title={t('app.go')}
        onClick={props.onPalette}
        alignText="start"
      >
        <span>{t('app.go')}</span>
        <kbd>{comboText('mod+k')}</kbd>
      </Button>
      <div className="fc-top-right">
        {!kept && (
          <Tag minimal intent="warning" title={t('app.sessionKeychain')}>
            {t('app.sessionKeychain')}
          </Tag>
        )}
        <Tag minimal title={server?.base ?? t('access.serverEmbeddedDetail')}>
          {server?.id === 'embedded' ? t('access.serverEmbedded') : server?.name}
        </Tag>
        <PartBoundary>
          <UpdateNotice />
          <RunningJobs />
          <UnsentCount />
          <Bell />
          <LanguageSwitch />
        </PartBoundary>
        <PersonMenu onShortcuts={props.onShortcuts} />
      </div>
    </header>
  );
});

function WhereAmI({ permits }: { permits: Permits }) {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const { tabs, active, refused } = useTabs();
  const titleOf = useTitles();
  const tab = tabs.find(({ path }) => path === active);
  const items = useMemo(() => {
    const screen = tab ? screenOf(tab.path) : screens.find(({ menu }) => menu === refused);
    if (!screen) return [];
    const parent = screens.find((one) => one.inMenu && one.menu === screen.menu);
    const group = menuGroupOf(screen.menu);
    const crumbs: { text: string; to?: string }[] = group ? [{ text: t(`app.groups.${group}`) }] : [];
    // For a screen that is not permitted, the breadcrumbs show its place in the menu.
    if (!tab) return [...crumbs, { text: words.menu[screen.menu] }];
    if (parent && permits.opens(parent)) {
      crumbs.push({ text: words.menu[screen.menu], ...(parent === screen ? {} : { to: parent.path }) });
    }
    if (parent !== screen || screen.title) crumbs.push({ text: titleOf(tab) });
    return crumbs.filter(({ text }, index) => text !== crumbs[index - 1]?.text);
  }, [tab, refused, words, permits, titleOf, t]);
  return (
    <nav className="fc-breadcrumb" aria-label={t('app.breadcrumb')}>
      <ol>
        {items.map(({ text, to }, index) => (
          <li key={text} aria-current={index === items.length - 1 ? 'page' : undefined}>
            {index > 0 && <ChevronRight size={14} aria-hidden />}
            {to ? <Link to={to}>{text}</Link> : <span>{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const short = language === 'en' ? 'EN' : '中';
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu>
          {(['en', 'cn'] as const).map((one) => (
            <MenuItem
              key={one}
              text={t(one === 'en' ? 'app.languageEn' : 'app.languageCn')}
              lang={one === 'en' ? 'en' : 'zh-CN'}
              labelElement={language === one ? <Tick /> : undefined}
              onClick={() => void changeSettings({ language: one })}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" icon={<Translate />} aria-label={`${t('app.language')}: ${short}`}>
        {short}
      </Button>
    </DropDown>
  );
}

function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const navigate = useNavigate();
  const profile = useDesk(({ session }) => session.profile);
  const chosenTheme = useDesk(({ settings }) => settings.theme);
  const chosenDensity = useDesk(({ settings }) => settings.density);
  const version = useDesk((desk) => desk.version);
  const titleOf = useTitles();
  const themes = [
    ['system', t('app.themeSystem')],
    ['light', t('app.themeLight')],
    ['dark', t('app.themeDark')],
  ] as const;
  const densities = [
    ['compact', t('app.densityCompact')],
    ['normal', t('app.densityNormal')],
    ['roomy', t('app.densityRoomy')],
  ] as const;
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu>
          <MenuDivider title={`${profile?.fullName ?? ''} · ${profile?.username ?? ''}`} />
          <MenuItem
            icon={<Person />}
            text={words.menu['home.center']}
            onClick={() => navigate('/home/center')}
          />
          <MenuItem icon={<Cog />} text={t('settings.title')} onClick={() => navigate('/home/settings')} />
          <MenuItem
            icon={<Key />}
            text={t('common.changePassword')}
            onClick={() => navigate('/home/reset-password')}
          />
          <MenuDivider title={t('app.theme')} />
          {themes.map(([theme, text]) => (
            <MenuItem
              key={theme}
              text={text}
              labelElement={chosenTheme === theme ? <Tick /> : undefined}
              onClick={() => void changeSettings({ theme })}
            />
          ))}
          <MenuDivider title={t('app.density')} />
          {densities.map(([density, text]) => (
            <MenuItem
              key={density}
              text={text}
              labelElement={chosenDensity === density ? <Tick /> : undefined}
              onClick={() => void changeSettings({ density })}
            />
          ))}
          <MenuDivider />
          <MenuItem icon={<Desktop />} text={t('app.shortcuts')} label="?" onClick={onShortcuts} />
          <MenuItem icon={<LogOut />} text={t('app.logOut')} onClick={() => void signOut(titleOf)} />
          <MenuDivider title={t('app.version', { version })} />
        </Menu>
      }
    >
      <Button
        variant="minimal"
        aria-label={`${t('app.account')}: ${profile?.fullName ?? ''}`}
        icon={<OwnAvatar size={20} />}
      >
        {profile?.fullName}
      </Button>
    </DropDown>
  );
}
