import { access } from './access';
import { app, common } from './app';
import { backups } from './backups';
import { bill, importing } from './bill';
import { business } from './business';
import { clearance } from './clearance';
import { cmr } from './cmr';
import { config } from './config';
import { custody } from './custody';
import { customs } from './customs';
import { files } from './files';
import { finance } from './finance';
import { kept } from './kept';
import { letters } from './letters';
import { mail } from './mail';
import { monitor } from './monitor';
import { paper } from './paper';
import { report } from './report';
import { sea } from './sea';
import { settings } from './settings';
import { staff } from './staff';
import { stock } from './stock';
import { tools } from './tools';
import { tracking } from './tracking';
import { transport } from './transport';
import { update } from './update';
import { warehouse } from './warehouse';

export const catalogue = {
  app,
  common,
  access,
  backups,
  bill,
  business,
  importing,
  files,
  warehouse,
  clearance,
  custody,
  customs,
  cmr,
  config,
  finance,
  kept,
  letters,
  mail,
  monitor,
  paper,
  sea,
  settings,
  report,
  staff,
  stock,
  tools,
  tracking,
  transport,
  update,
};
