import { access } from './access';
import { app, common } from './app';
import { bill, importing } from './bill';
import { config } from './config';

export const catalogue = { app, common, access, bill, importing, config };
