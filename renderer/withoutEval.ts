import * as z from 'zod';

/**
 * The policy of the page forbids building code from text, which zod would else try with the first shape that is made. So this
 * is read before any module that makes one.
 */
z.config({ jitless: true });
