import { permissionNodes } from '@contract/permissions';
import { describe, expect, test } from 'vitest';
import { readMenuTree } from '../../../main/session/menuTree';

/** Three levels of permissions; the second item is disabled. */
const TAGS = { area: '9010000', menu: '9010100', on: '9010101', off: '9010202' };

const SHAPES: Readonly<Record<string, unknown>> = {
  'flat, with parentId as texts': [
    { id: 'a', parentId: null, tag: TAGS.area, enabled: true },
    { id: 'b', parentId: 'a', tag: TAGS.menu, enabled: true },
    { id: 'c', parentId: 'b', tag: TAGS.on, enabled: true },
    { id: 'd', parentId: 'b', tag: TAGS.off, enabled: false },
  ],
  'flat, with numbers for ids, parents, tags and flags': [
    { id: 1, parentId: 0, tag: 9010000, enable: 1 },
    { id: 2, parentId: 1, tag: 9010100, enable: 1 },
    { id: 3, parentId: 2, tag: 9010101, enable: 1 },
    { id: 4, parentId: 2, tag: 9010202, enable: 0 },
  ],
  'nested, tags as numbers, the flag as enable': [
    {
      id: 1,
      tag: 9010000,
      enable: true,
      children: [
        {
          id: 2,
          tag: 9010100,
          enable: true,
          children: [
            { id: 3, tag: 9010101, enable: true, children: [] },
            { id: 4, tag: 9010202, enable: false, children: null },
          ],
        },
      ],
    },
  ],
  'nested below nodes without a tag': [
    {
      title: 'Console',
      children: [
        { tag: TAGS.area, enabled: 'true' },
        { tag: TAGS.menu, enabled: 'true', children: [{ tag: TAGS.on, enabled: '1' }] },
        { tag: TAGS.off, enabled: '0' },
      ],
    },
  ],
  'wrapped in list': {
    list: [
      { id: 1, tag: TAGS.area, enabled: true },
      { tag: TAGS.menu, enabled: true },
      { tag: TAGS.on, enabled: true },
    ],
  },
  'wrapped in tree, twice': {
    data: {
      tree: [
        { tag: TAGS.area, enabled: true },
        { tag: TAGS.menu, enabled: true },
        { tag: TAGS.on, enable: true },
      ],
    },
  },
  'a single root': {
    tag: TAGS.area,
    enabled: true,
    children: [{ tag: TAGS.menu, enabled: true, children: [{ tag: TAGS.on, enabled: true }] }],
  },
};

const enabledIn = (tree: unknown): string[] => {
  const read = readMenuTree(tree);
  if ('problem' in read) throw new Error(read.problem.code);
  return read.nodes
    .filter(({ enabled }) => enabled)
    .map(({ tag }) => tag)
    .sort();
};

describe('a permission tree', () => {
  test.each(Object.entries(SHAPES))('is read in the form: %s', (_, tree) => {
    expect(enabledIn(tree).filter(Boolean)).toEqual([TAGS.area, TAGS.menu, TAGS.on]);
  });

  test('has the levels and parents of its nodes in both forms', () => {
    for (const name of [
      'flat, with numbers for ids, parents, tags and flags',
      'nested, tags as numbers, the flag as enable',
    ]) {
      const read = readMenuTree(SHAPES[name]);
      expect('nodes' in read && read.nodes.map(({ id, parentId, level }) => [id, parentId, level])).toEqual([
        ['1', null, 1],
        ['2', '1', 2],
        ['3', '2', 3],
        ['4', '2', 3],
      ]);
    }
  });

  test('permits by tag and own flag alone, whatever the ids', () => {
    const [area] = permissionNodes;
    expect(
      enabledIn([
        { id: area?.id, tag: '9010101', enabled: false },
        { id: '9010101', tag: '9010202', enabled: true },
        { id: 5, parentId: '9010101', enabled: true },
      ]),
    ).toEqual(['', '9010202']);
  });

  test('stops where parents form a circle', () => {
    expect(
      enabledIn([
        { id: 1, parentId: 2, tag: TAGS.on, enabled: true },
        { id: 2, parentId: 1, tag: TAGS.off, enabled: false },
      ]),
    ).toEqual([TAGS.on]);
  });

  test('takes the labels of the console when it has none', () => {
    const read = readMenuTree([{ tag: 9020101, enabled: true }]);
    expect('nodes' in read && read.nodes[0]).toMatchObject({
      titleEn: expect.stringMatching(/\w/),
      titleCn: expect.stringMatching(/[一-鿿]/),
    });
  });

  test.each([
    [null, 'TREE_NO_LIST', { came: 'null' }],
    ['<html>', 'TREE_NO_LIST', { came: 'string' }],
    [{ permissions: {}, 'li.na@example.com': 1 }, 'TREE_NO_LIST', { came: '{ permissions }' }],
    [[], 'TREE_EMPTY', undefined],
    [['9010101'], 'TREE_EMPTY', undefined],
    [[{ id: 1, name: 'Li Na', code: '9010101' }], 'TREE_NO_TAGS', { count: 1, fields: 'id, name, code' }],
    [[{ tag: '9010101', on: true }], 'TREE_NO_FLAGS', { count: 1, fields: 'tag, on' }],
    [
      [
        { tag: 'bill:list', enabled: true },
        { tag: 'Li Na', enabled: true },
      ],
      'TREE_OTHER_TAGS',
      { count: 2, tags: 'bill:list' },
    ],
  ])('names what was received when invalid, and no personal data: %j', (tree, code, params) => {
    expect(readMenuTree(tree)).toEqual({ problem: params ? { code, params } : { code } });
  });
});
