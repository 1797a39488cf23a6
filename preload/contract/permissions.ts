const viewAndEdit = (stem: `9${string}`) => ({ view: `${stem}01`, edit: `${stem}02` }) as const;

/**
 * The menu of a resource's records, by the first five digits of its ids, with permissions to view and to edit. With a
 * path its screen is the list alone.
 */
const listed = <const N extends string>(stem: `9${string}`, of: N, path?: `/${string}`) =>
  ({ id: `${stem}00`, items: viewAndEdit(stem), of, path }) as const;

/** Same as {@link listed}, for records that are also imported from files. */
const imported = <const N extends string>(stem: `9${string}`, of: N, path?: `/${string}`) =>
  ({ ...listed(stem, of, path), file: true }) as const;

/**
 * The permission tree of three levels, the only source: screens and endpoints use its ids, the seed is created from it.
 * An id has seven digits, 9 + area (2) + menu (2) + item (2), and never changes; servers know 9010202, password reset,
 * by number.
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
      lastMile: imported('90301', 'lastMile', '/config/last_mile'),
      airport: imported('90302', 'airport', '/config/airport'),
      destination: imported('90303', 'destination', '/config/destination'),
      channelCode: imported('90304', 'channelCode', '/config/channel-code'),
      operateLog: { id: '9030500', items: { view: '9030501' } },
      hsCode: imported('90306', 'hsCode'),
      area: imported('90307', 'country', '/config/area'),
      warehouse: imported('90308', 'warehouse', '/config/warehouse'),
      cargoStation: imported('90309', 'cargoStation', '/config/cargo-station'),
      service: imported('90310', 'service', '/config/services'),
      mark: imported('90311', 'mark', '/config/mark'),
      ioss: imported('90312', 'ioss', '/config/ioss'),
      netchb: listed('90314', 'netchbAccount', '/config/netchb/account'),
      customs: listed('90342', 'customsAccount', '/config/customs/account'),
      feeCategory: imported('90313', 'feeCategory', '/expense/category'),
      monitor: listed('90315', 'monitorConfig'),
      mailbox: listed('90316', 'mailbox', '/config/mailbox'),
      cmrMail: listed('90336', 'cmrConfig'),
      mail: { id: '9031900', items: { view: '9031901', edit: '9031902' } },
      noaMail: { id: '9034000', items: { view: '9034001', edit: '9034002', reopen: '9034003' } },
      utbMail: { id: '9034100', items: { view: '9034101', edit: '9034102', reopen: '9034103' } },
      approval: listed('90317', 'approvalConfig', '/base-data/approval'),
      company: imported('90318', 'clientCompany'),
    },
  },
  customer: {
    id: '9040000',
    menus: {
      list: imported('90401', 'customer', '/customer/customer_list'),
      group: imported('90402', 'clientGroup', '/customer/customer_group_list'),
      role: { ...listed('90403', 'clientRole'), items: { ...viewAndEdit('90403'), account: '9040303' } },
      contact: listed('90404', 'clientContact'),
      log: { id: '9040500', items: { view: '9040501' } },
    },
  },
  sea: {
    id: '9070000',
    menus: {
      bill: listed('90701', 'seaBill', '/sea/bill'),
      isf: {
        ...listed('90702', 'seaIsf'),
        items: { ...viewAndEdit('90702'), approve: '9070203', file: '9070204' },
      },
      entry: {
        ...listed('90703', 'seaEntry'),
        items: { ...viewAndEdit('90703'), approve: '9070303', file: '9070304', pay: '9070305' },
      },
      node: { id: '9070400', items: { view: '9070401', edit: '9070402' } },
      ams: listed('90705', 'amsRecord', '/sea/ams'),
    },
  },
  transport: {
    id: '9080000',
    menus: {
      air: imported('90801', 'airTransport'),
      sea: imported('90802', 'seaTransport'),
      forecast: imported('90803', 'parcelForecast'),
    },
  },
  business: {
    id: '9100000',
    menus: {
      contract: {
        ...listed('91001', 'contract', '/business/contract'),
        items: { ...viewAndEdit('91001'), approve: '9100103', manage: '9100104' },
      },
      standardQuote: {
        ...listed('91002', 'standardQuote', '/business/standard-quote'),
        items: { ...viewAndEdit('91002'), approve: '9100203', manage: '9100204' },
      },
      orderQuote: {
        ...listed('91003', 'orderQuote', '/business/order-quote'),
        items: { ...viewAndEdit('91003'), approve: '9100303', manage: '9100304' },
      },
      taxation: {
        ...imported('91004', 'taxation', '/business/taxation'),
        items: { ...viewAndEdit('91004'), approve: '9100403', manage: '9100404' },
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
      payment: {
        id: '9060500',
        items: { view: '9060501', edit: '9060502', reverse: '9060503', approve: '9060504' },
      },
      chargeItem: listed('90606', 'chargeItem', '/bil-fee/charge_items'),
      chargeFlow: listed('90607', 'chargeFlow', '/bil-fee/charge_flow'),
      rate: imported('90608', 'dayRate', '/bil-fee/rates'),
      profit: { id: '9060900', items: { view: '9060901' } },
      month: { id: '9061500', items: { view: '9061501', close: '9061502' } },
      eInvoice: { id: '9061800', items: { view: '9061801', edit: '9061802' } },
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
  readonly of?: ListedName;
  readonly path?: string | undefined;
  readonly file?: true;
}

type Menus = { [A in keyof Tree]: Tree[A]['menus'][keyof Tree[A]['menus']] }[keyof Tree];
/** Name of a resource that has a menu of its own. */
export type ListedName = Extract<Menus, { readonly of: string }>['of'];
/** Name of a resource whose records are imported from files as well. */
export type ImportedName = Extract<Menus, { readonly file: true }>['of'];
/** Name of the menu of a resource. */
export type ListedMenu = {
  [A in keyof Tree & string]: {
    [M in keyof Tree[A]['menus'] & string]: Tree[A]['menus'][M] extends { readonly of: string }
      ? `${A}.${M}`
      : never;
  }[keyof Tree[A]['menus'] & string];
}[keyof Tree & string];

/** The menus of resources, in the order of the tree; `path` if their screen is the list alone. */
export const listedMenus = Object.entries(TREE).flatMap(([area, { menus }]) =>
  Object.entries<Item>(menus).flatMap(([menu, { of, path, file = false }]) =>
    of ? [{ area, menu: `${area}.${menu}` as ListedMenu, of, path, file }] : [],
  ),
);

/** All nodes, parents before children, in the order of the menu. */
export const permissionNodes: readonly PermissionNode[] = Object.entries(TREE).flatMap(
  ([area, { id, menus }]) => [
    { id, name: area as PermissionName, parentId: null, level: 1 as const },
    ...Object.entries<Item>(menus).flatMap(([menu, node]) => [
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

/** Titles of the nodes by id, in a language: an item follows the title of its menu. */
export const permissionTitles = (menu: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    permissionNodes.map(({ id, name, level }) => {
      const above = level === 3 ? `${menu[name.slice(0, name.lastIndexOf('.'))]}: ` : '';
      return [id, `${above}${menu[name]}`];
    }),
  );
