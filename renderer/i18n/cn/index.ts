import { access } from './access';
import { app, common } from './app';
import { bill, importing } from './bill';
import { config } from './config';
import { customs } from './customs';

export const catalogue = { app, common, access, bill, importing, config, customs };
