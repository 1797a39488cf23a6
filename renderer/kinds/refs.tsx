import { ManySelect } from './ChoiceInput';
import type { Kind } from './kind';
import { shortOf } from './lookups';
import { useOptions } from './ref';

/** Several records of another resource. */
export const refs: Kind<'refs'> = {
  align: 'start',
  width: 140,
  toText: (value: readonly number[], meta, { lookups, speech }) =>
    speech.list(
      value.map((id) => {
        const row = lookups.find(meta.to, id);
        return row ? shortOf(meta.to, row, speech.name) : `#${id}`;
      }),
    ),
  Input: ({ id, meta, value, onChange }) => {
    const values = value ?? [];
    const listed = useOptions(meta.to, values);
    return <ManySelect id={id} {...listed} values={values} onChange={onChange} />;
  },
  Filter: null,
};
