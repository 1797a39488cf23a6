import type { Words } from './words';

/**
 * The permission tree of three levels, the one source: screens and endpoints name its ids, the seed is made from it.
 * An id has seven digits, 9 + area (2) + menu (2) + item (2), and never changes; servers know 9010202, password reset, by number.
 */
const TREE = {
  home: {
    id: '9010000',
    menus: {
      dashboard: { id: '9010100', items: { view: '9010101' } },
      center: { id: '9010200', items: { edit: '9010201', reset: '9010202' } },
    },
  },
  bill: {
    id: '9020000',
    menus: {
      manage: {
        id: '9020100',
        items: {
          view: '9020101',
          create: '9020102',
          edit: '9020103',
          check: '9020104',
          remove: '9020105',
          archive: '9020106',
          delete: '9020107',
          export: '9020108',
        },
      },
      import: { id: '9020200', items: { run: '9020201', undo: '9020202' } },
      attachment: { id: '9020300', items: { view: '9020301', upload: '9020302', delete: '9020303' } },
      search: { id: '9020400', items: { view: '9020401' } },
      tracking: { id: '9021300', items: { view: '9021301' } },
      nodes: { id: '9020500', items: { early: '9020501', late: '9020502', import: '9020503' } },
      warehouse: { id: '9020600', items: { view: '9020601', edit: '9020602', reopen: '9020603' } },
      customs: {
        id: '9020700',
        items: { view: '9020701', declare: '9020702', parcels: '9020703', t1: '9020704' },
      },
      cases: { id: '9020800', items: { view: '9020801', edit: '9020802' } },
      files: { id: '9020900', items: { view: '9020901', upload: '9020902', undo: '9020903' } },
      push: { id: '9021000', items: { view: '9021001', push: '9021002' } },
      cmr: { id: '9021200', items: { view: '9021201', edit: '9021202', reopen: '9021203' } },
      thirdPart: { id: '9021100', items: { view: '9021101', store: '9021102' } },
    },
  },
  config: {
    id: '9030000',
    menus: {
      lastMile: { id: '9030100', items: { view: '9030101', edit: '9030102' } },
      airport: { id: '9030200', items: { view: '9030201', edit: '9030202' } },
      destination: { id: '9030300', items: { view: '9030301', edit: '9030302' } },
      channelCode: { id: '9030400', items: { view: '9030401', edit: '9030402' } },
      operateLog: { id: '9030500', items: { view: '9030501' } },
      hsCode: { id: '9030600', items: { view: '9030601', edit: '9030602' } },
      area: { id: '9030700', items: { view: '9030701', edit: '9030702' } },
      warehouse: { id: '9030800', items: { view: '9030801', edit: '9030802' } },
      cargoStation: { id: '9030900', items: { view: '9030901', edit: '9030902' } },
      service: { id: '9031000', items: { view: '9031001', edit: '9031002' } },
      mark: { id: '9031100', items: { view: '9031101', edit: '9031102' } },
      ioss: { id: '9031200', items: { view: '9031201', edit: '9031202' } },
      netchb: { id: '9031400', items: { view: '9031401', edit: '9031402' } },
      feeCategory: { id: '9031300', items: { view: '9031301', edit: '9031302' } },
      monitor: { id: '9031500', items: { view: '9031501', edit: '9031502' } },
      mailbox: { id: '9031600', items: { view: '9031601', edit: '9031602' } },
      cmrMail: { id: '9033600', items: { view: '9033601', edit: '9033602' } },
      mail: { id: '9031900', items: { view: '9031901', edit: '9031902' } },
      noaMail: { id: '9034000', items: { view: '9034001', edit: '9034002', reopen: '9034003' } },
      utbMail: { id: '9034100', items: { view: '9034101', edit: '9034102', reopen: '9034103' } },
      approval: { id: '9031700', items: { view: '9031701', edit: '9031702' } },
      company: { id: '9031800', items: { view: '9031801', edit: '9031802' } },
    },
  },
  customer: {
    id: '9040000',
    menus: {
      list: { id: '9040100', items: { view: '9040101', edit: '9040102' } },
      group: { id: '9040200', items: { view: '9040201', edit: '9040202' } },
      role: { id: '9040300', items: { view: '9040301', edit: '9040302', account: '9040303' } },
      contact: { id: '9040400', items: { view: '9040401', edit: '9040402' } },
      log: { id: '9040500', items: { view: '9040501' } },
    },
  },
  sea: {
    id: '9070000',
    menus: {
      bill: { id: '9070100', items: { view: '9070101', edit: '9070102' } },
      isf: {
        id: '9070200',
        items: { view: '9070201', edit: '9070202', approve: '9070203', file: '9070204' },
      },
      entry: {
        id: '9070300',
        items: { view: '9070301', edit: '9070302', approve: '9070303', file: '9070304', pay: '9070305' },
      },
      node: { id: '9070400', items: { view: '9070401', edit: '9070402' } },
      ams: { id: '9070500', items: { view: '9070501', edit: '9070502' } },
    },
  },
  transport: {
    id: '9080000',
    menus: {
      air: { id: '9080100', items: { view: '9080101', edit: '9080102' } },
      sea: { id: '9080200', items: { view: '9080201', edit: '9080202' } },
      forecast: { id: '9080300', items: { view: '9080301', edit: '9080302' } },
    },
  },
  business: {
    id: '9100000',
    menus: {
      contract: {
        id: '9100100',
        items: { view: '9100101', edit: '9100102', approve: '9100103', manage: '9100104' },
      },
      standardQuote: {
        id: '9100200',
        items: { view: '9100201', edit: '9100202', approve: '9100203', manage: '9100204' },
      },
      orderQuote: {
        id: '9100300',
        items: { view: '9100301', edit: '9100302', approve: '9100303', manage: '9100304' },
      },
      taxation: {
        id: '9100400',
        items: { view: '9100401', edit: '9100402', approve: '9100403', manage: '9100404' },
      },
      log: { id: '9100500', items: { view: '9100501' } },
    },
  },
  tools: {
    id: '9110000',
    menus: {
      ccCode: { id: '9110100', items: { view: '9110101' } },
      tariff: { id: '9110200', items: { view: '9110201', edit: '9110202' } },
      invoice: { id: '9110300', items: { view: '9110301', edit: '9110302' } },
      awbFile: { id: '9110400', items: { view: '9110401', edit: '9110402' } },
    },
  },
  staff: {
    id: '9050000',
    menus: {
      list: { id: '9050100', items: { view: '9050101', edit: '9050102' } },
      role: { id: '9050200', items: { view: '9050201', edit: '9050202' } },
      log: { id: '9050300', items: { view: '9050301' } },
    },
  },
  finance: {
    id: '9060000',
    menus: {
      cost: { id: '9060100', items: { view: '9060101', edit: '9060102', pay: '9060103' } },
      diff: { id: '9060200', items: { view: '9060201', edit: '9060202' } },
      customer: { id: '9060300', items: { view: '9060301', send: '9060302' } },
      revenue: { id: '9060400', items: { view: '9060401', edit: '9060402', invoice: '9060403' } },
      payment: { id: '9060500', items: { view: '9060501', edit: '9060502', reverse: '9060503' } },
      chargeItem: { id: '9060600', items: { view: '9060601', edit: '9060602' } },
      chargeFlow: { id: '9060700', items: { view: '9060701', edit: '9060702' } },
      rate: { id: '9060800', items: { view: '9060801', edit: '9060802' } },
      profit: { id: '9060900', items: { view: '9060901' } },
    },
  },
  report: {
    id: '9120000',
    menus: {
      abnormal: { id: '9120100', items: { view: '9120101' } },
      exceptionBatch: { id: '9120200', items: { view: '9120201' } },
      awbFile: { id: '9120300', items: { view: '9120301' } },
      box: { id: '9120400', items: { view: '9120401' } },
      country: { id: '9120500', items: { view: '9120501' } },
      inspection: { id: '9120600', items: { view: '9120601' } },
      customer: { id: '9120700', items: { view: '9120701' } },
      prealert: { id: '9120800', items: { view: '9120801' } },
      destination: { id: '9120900', items: { view: '9120901' } },
      lastMile: { id: '9121000', items: { view: '9121001' } },
      stock: { id: '9121100', items: { view: '9121101' } },
      trend: { id: '9121200', items: { view: '9121201' } },
      schedule: { id: '9121300', items: { view: '9121301', edit: '9121302', all: '9121303' } },
    },
  },
} as const;

type Tree = typeof TREE;
/** Names of nodes as `area`, `area.menu` and `area.menu.item`. */
export type PermissionName = {
  [A in keyof Tree & string]:
    | A
    | {
        [M in keyof Tree[A]['menus'] & string]:
          | `${A}.${M}`
          | (Tree[A]['menus'][M] extends { items: infer I } ? `${A}.${M}.${keyof I & string}` : never);
      }[keyof Tree[A]['menus'] & string];
}[keyof Tree & string];

/** Seven digits, as text: the tag of a node. */
export type PermissionId = `9${string}`;

/** One node of the tree, flat. */
export interface PermissionNode {
  readonly id: PermissionId;
  readonly name: PermissionName;
  readonly parentId: PermissionId | null;
  readonly level: 1 | 2 | 3;
}

interface Item {
  readonly id: PermissionId;
  readonly items: Readonly<Record<string, PermissionId>>;
}

/** All nodes, parents before children, in the order of the menu. */
export const permissionNodes: readonly PermissionNode[] = Object.entries(TREE).flatMap(
  ([area, { id, menus }]) => [
    { id, name: area as PermissionName, parentId: null, level: 1 as const },
    ...Object.entries(menus as Record<string, Item>).flatMap(([menu, node]) => [
      { id: node.id, name: `${area}.${menu}` as PermissionName, parentId: id, level: 2 as const },
      ...Object.entries(node.items).map(([item, itemId]) => ({
        id: itemId,
        name: `${area}.${menu}.${item}` as PermissionName,
        parentId: node.id,
        level: 3 as const,
      })),
    ]),
  ],
);

const byName = new Map(permissionNodes.map((node) => [node.name, node.id]));

/** Id of a node by its name: `permit('bill.manage.view')`. */
export function permit(name: PermissionName): PermissionId {
  const found = byName.get(name);
  if (!found) throw new Error(`no permission ${name}`);
  return found;
}

/** What the nodes are called by their ids, in the words of a language: an item with the menu that it stands under. */
export const permissionTitles = (menu: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    permissionNodes.map(({ id, name, level }) => {
      const above = level === 3 ? `${menu[name.slice(0, name.lastIndexOf('.'))]}: ` : '';
      return [id, `${above}${menu[name]}`];
    }),
  );

/** Compiles only while every node has a title in the words. */
export type UntitledPermission = Exclude<PermissionName, keyof Words['menu']>;
const everyNodeHasATitle: UntitledPermission extends never ? true : UntitledPermission = true;
void everyNodeHasATitle;
