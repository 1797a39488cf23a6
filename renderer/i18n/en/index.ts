import { access } from './access';
import { app, common } from './app';
import { bill, importing } from './bill';
import { config } from './config';
import { customs } from './customs';
import { files } from './files';

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
