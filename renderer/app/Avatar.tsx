import { useQuery } from '@tanstack/react-query';
import { desktop } from '../api/bridge';
import { useDesk } from './desk';

/** The signed-in person's picture, or their initials. */
export function OwnAvatar({ size }: { size: number }) {
  const profile = useDesk(({ session }) => session.profile);
  const given = profile?.avatarUrl ?? null;
  const { data } = useQuery({
    queryKey: ['session', 'picture', given],
    queryFn: () => desktop.account.picture(),
    enabled: given !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Picture size={size} data={given === null ? null : data} name={profile?.fullName ?? ''} />;
}

/** A person's picture, or their initials; the name beside it is what is read out. */
export function Avatar({ size, fileId, name }: { size: number; fileId: string | null; name: string }) {
  const { data } = useQuery({
    queryKey: ['session', 'image', fileId],
    queryFn: () => desktop.files.image({ call: 'session.file', input: { params: { fileId } } }),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Picture size={size} data={data} name={name} />;
}

function Picture({ size, data, name }: { size: number; data: string | null | undefined; name: string }) {
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (data) return <img className="fc-avatar" src={data} alt="" style={style} />;
  const initials = /[一-鿿]/.test(name)
    ? [...name.replace(/[^一-鿿]/g, '')].slice(size < 24 ? -1 : -2).join('')
    : name
        .split(/\s+/)
        .map(([first = '']) => first)
        .slice(0, 2)
        .join('');
  // Drawn by the style sheet, so that they are not read out.
  return <span className="fc-avatar" style={style} aria-hidden data-initials={initials || '·'} />;
}
