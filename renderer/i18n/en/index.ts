import { access } from './access';
import { app, common } from './app';
import { bill, importing } from './bill';
import { clearance } from './clearance';
import { config } from './config';
import { customs } from './customs';
import { files } from './files';

export const catalogue = { app, common, access, bill, importing, config, customs };

import { warehouse } from './warehouse';

export const catalogue = {
  ...{ app, common, access, bill, importing, config },
  warehouse,
};
export const catalogue = { app, common, access, bill, importing, config, clearance, customs };
export const catalogue = {
  app,
  common,
  access,
  bill,
  importing,
  config,
  files,
  customs,
};
import { customs } from './customs';

export const catalogue = { app, common, access, bill, importing, config, customs };
