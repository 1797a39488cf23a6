import { permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';
import { FakeServer, type ReceivedRequest, type Script } from './fakeServer';

/** A record of a server by another maker: any field may be there, in any shape. */
export type SpecRecord = Record<string, unknown>;

/** Shapes of responses where the specification leaves them open. Each has a usual value. */
export interface SpecShapes {
  /** `data` of `GET menu-tree`. */
  menuTree?: unknown;
  /** `data` of a login that succeeds; the token is {@link SPEC_TOKEN}. */
  login?: unknown;
  /** `data` of `GET profile/me`; null where the server has no such call. */
  profile?: SpecRecord | null;
  /** `data` of `GET /openapi.json`, which comes without an envelope; null where there is none. */
  openapi?: unknown;
  /** Makes the id of a record from its number. */
  ids?: (no: number) => unknown;
  /** True if records carry a version, which a change must name. */
  versions?: boolean;
  /** True if a change must carry every field of the record: otherwise it is refused with 400 and the fields. */
  wholeRecords?: boolean;
  /** Changes records before they are sent, for example to give a number as text. */
  odd?: (collection: string, record: SpecRecord) => SpecRecord;
}

/** A write as received: its body is undefined if it was not JSON, as in an upload. */
export interface SpecWrite {
  readonly method: string;
  /** Below the base, without the query. */
  readonly path: string;
  readonly body: SpecRecord | undefined;
}

/** The token of every sign-in. */
export const SPEC_TOKEN = 'spec-token-0123456789abcdef';

/** Returns the tree with everything enabled, in one of the shapes that servers use. */
export function specTree(shape: 'flat' | 'nested' | 'numbers' | 'enable' = 'nested'): unknown {
  const nodes = permissionNodes.map(({ id, parentId, level, name }) => {
    const number = shape === 'numbers';
    return {
      id: number ? Number(id) : id,
      parentId: parentId === null ? null : number ? Number(parentId) : parentId,
      level,
      titleEn: words.en.menu[name],
      titleCn: words.cn.menu[name],
      tag: number ? Number(id) : id,
      ...(shape === 'enable' ? { enable: 1 } : { enabled: true }),
    };
  });
  if (shape !== 'nested') return nodes;
  const below = (parent: unknown): unknown[] =>
    nodes
      .filter(({ parentId }) => parentId === parent)
      .map(({ parentId: _, ...node }) => ({ ...node, children: below(node.id) }));
  return below(null);
}

/** Collections that the specification names: path below the base, and a few records as an operator would have them. */
const COLLECTIONS: Readonly<Record<string, readonly SpecRecord[]>> = {
  'bill-lading': [
    ['112-12345675', 'draft', 300],
    ['112-12345686', 'arrived', 120],
    ['501-60063286', 'pickup', 48],
  ].map(([billNo, stage, packageCount]) => ({
    mode: 'air',
    billNo,
    batchNo: 'B1',
    customerId: 1,
    customerName: 'Blue Whale',
    flightNo: 'CK205',
    eta: '2026-11-24T09:00:00Z',
    etd: '2026-11-23T20:50:00Z',
    boxCount: 12,
    packageCount,
    weight: 240.5,
    totalValue: '5200.00',
    currency: 'EUR',
    stage,
    archived: false,
    remarks: 'Fragile',
  })),
  'config/airport': [
    { airportCode: 'AMS', nameEn: 'Amsterdam Schiphol', nameCn: '阿姆斯特丹', cityCode: 'AM', country: 'NL' },
    { airportCode: 'LGG', nameEn: 'Liège', nameCn: '列日', cityCode: 'LG', country: 'BE' },
  ],
  'config/country': [
    { code: 'NL', nameEn: 'Netherlands', nameCn: '荷兰', active: true },
    { code: 'BE', nameEn: 'Belgium', nameCn: '比利时', active: true },
  ],
  'config/warehouse': [
    {
      code: 'AMS1',
      name: 'Schiphol bonded',
      street: 'Pelikaanweg 1',
      province: 'NH',
      timeZone: 'Europe/Amsterdam',
    },
  ],
  'config/destination': [{ code: 'DE-HUB', nameEn: 'German hub', nameCn: '德国仓', active: true }],
  'config/lastMile': [{ code: 'DHL', nameEn: 'DHL Parcel', nameCn: 'DHL', active: true }],
  'config/services': [{ code: 'AIR-ECO', nameEn: 'Air economy', nameCn: '空运经济', active: true }],
  'config/ioss': [{ iossNo: 'IM5280000017', sellerName: 'Shenzhen Deer', locked: false }],
  'config/cmr': [{ cmrNo: 'CMR20261124-0001', plateNo: '12-ABC-3', vehicleType: 'truck', totalPallets: 18 }],
  client: [
    {
      code: 'BW',
      nameEn: 'Blue Whale',
      nameCn: '蓝鲸',
      contactName: 'Li Na',
      email: 'li@example.com',
      groupId: 1,
    },
    {
      code: 'RD',
      nameEn: 'Red Deer',
      nameCn: '红鹿',
      contactName: 'Wu Jun',
      email: 'wu@example.com',
      groupId: 1,
    },
  ],
  'client-group': [{ code: 'STD', nameEn: 'Standard', nameCn: '标准' }],
  'client-contact': [{ name: 'Li Na', email: 'li@example.com', phone: '+86 755 2345678' }],
  'client-role': [{ nameEn: 'Buyer', nameCn: '采购' }],
  'client-log': [],
  'client-company': [{ code: 'BWC', nameEn: 'Blue Whale Ltd', nameCn: '蓝鲸公司' }],
  admins: [{ username: 'admin', realName: 'Anna Admin', email: 'anna@example.com', phone: '+31 20 1234567' }],
  'admin-groups': [{ nameEn: 'Administrators', nameCn: '管理员' }],
  'mini-tools/awb-file': [],
  'hscode-crawler': [],
  'invoice-file': [],
  'mini-tools/noa-mail': [],
  'mini-tools/utb-mail': [],
  'bill-cost': [{ costNo: 'COST-1', billNo: '112-12345675', amount: '120.00', currency: 'EUR', paid: false }],
  'bill-cost-diff': [],
  'bill-fee-category': [{ code: 'HANDLING', nameEn: 'Handling', nameCn: '操作费', active: true }],
  'bill-customer': [],
  'bill-revenue': [],
  'bill-payment': [],
  'charge-items': [],
  'charge-flow': [],
  'approval-config': [],
  contract: [{ contractNo: 'C-1', title: 'Handling 2026', status: 'draft' }],
  'standard-quote': [],
  'order-quote': [],
  taxation: [],
  'netchb-account': [],
  'customs-account': [],
  'air-transport': [],
  'sea-transport': [],
  'parcel-forecast': [],
  'sea-isf': [],
  'sea-entry': [],
  sea: [{ mblNo: 'MAEU123456789', vesselName: 'Ever Given', eta: '2026-12-01T08:00:00Z' }],
  'monitor-config': [],
  'monitor-record': [],
  'operate-logs': [],
  message: [{ content: 'Bill 112-12345675 has arrived', billNo: '112-12345675', read: false }],
};

/** Responses of the reads that have their own path in the specification. */
const READS: Readonly<Record<string, unknown>> = {
  'bill-lading/count': { all: 3, draft: 1, arrived: 1, pickup: 1 },
  'bill-lading/awb': { list: [], total: 0 },
  'bill-lading/inboundBatch': { list: [], total: 0 },
  'bill-lading/logs': { list: [], total: 0 },
  'bill-lading/search': { list: [], total: 0 },
  'bill-lading/attachments': { list: [], total: 0 },
  'message/count': { unread: 1 },
  'report/home-count': {},
  'report/home-customs-inspection': { list: [], total: 0 },
  'report/customs-inspection': { list: [], total: 0 },
  'report/exception-batch': { list: [], total: 0 },
  'report/charts': { list: [], total: 0 },
  'report/box': { list: [], total: 0 },
  'report/destination': { list: [], total: 0 },
  'report/lastMile': { list: [], total: 0 },
  'report/destination-warehouse-report': { list: [], total: 0 },
};

const CAPTCHA_IMAGE = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"><text x="8" y="22">1234</text></svg>',
).toString('base64')}`;

/**
 * A server by another maker, written from the specification alone: its envelope, its paths, unknown fields beside the
 * known ones, and none of the calls that this product adds. It records all requests.
 */
export class SpecServer {
  readonly writes: SpecWrite[] = [];
  /** Current records by collection. */
  readonly records = new Map<string, SpecRecord[]>();
  shapes: SpecShapes;
  /** Returns a script that replaces the response to a call; undefined for the server's own. */
  fail: (method: string, path: string) => Script | undefined = () => undefined;
  readonly #http: FakeServer;

  private constructor(http: FakeServer, shapes: SpecShapes) {
    this.#http = http;
    this.shapes = shapes;
    this.reset();
    http.script = (heard, response, nth) => this.#answer(heard, response, nth);
  }

  static async start(shapes: SpecShapes = {}): Promise<SpecServer> {
    return new SpecServer(await FakeServer.start(), shapes);
  }

  get base(): string {
    return this.#http.base;
  }

  /** Every request, in order: `GET /client?page=1`. */
  get calls(): readonly string[] {
    return this.#http.heard.map(({ method, url }) => `${method} ${url.replace(/^\/admin/, '')}`);
  }

  stop(): Promise<void> {
    return this.#http.stop();
  }

  /** Restores the records of the start, in the current shapes, and clears the recorded requests. */
  reset(): void {
    const { ids = sameNumber, versions = true, odd = asItIs } = this.shapes;
    this.writes.length = 0;
    for (const [name, rows] of Object.entries(COLLECTIONS)) {
      const stamped = rows.map((row, index) => ({
        id: ids(index + 1),
        ...row,
        ...(versions ? { version: 1 } : {}),
        createdAt: '2026-11-20T08:00:00Z',
        updatedAt: '2026-11-20T08:00:00Z',
        // Fields that only this server knows.
        tenantCode: 'T1',
        legacy: { source: 'erp', no: index },
      }));
      this.records.set(
        name,
        stamped.map((row) => odd(name, row)),
      );
    }
  }

  #answer(heard: ReceivedRequest, response: Parameters<Script>[1], nth: number): void | Promise<void> {
    const { pathname, searchParams } = new URL(heard.url, 'http://server');
    const path = decodeURIComponent(pathname.replace(/^\/admin\/?/, ''));
    const failing = this.fail(heard.method, path);
    if (failing) return failing(heard, response, nth);
    const found = this.#reply(heard, path, searchParams);
    if (found.file !== undefined) {
      response
        .writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename="${found.file}.csv"`,
        })
        .end('id,name\n1,One\n');
      return;
    }
    response
      .writeHead(found.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(found.bare ? found.data : { ...found.envelope, traceId: `t${nth}` }));
  }

  #reply(heard: ReceivedRequest, path: string, query: URLSearchParams): Reply {
    const { method, headers } = heard;
    const { openapi, login, menuTree, profile = PROFILE } = this.shapes;
    if (path === 'openapi.json')
      return openapi ? { status: 200, bare: true, data: openapi } : bad(404, 'Not Found');
    if (path === 'captcha') return good({ id: 'c1', image: CAPTCHA_IMAGE });
    if (path === 'login' && method === 'POST') return good(login ?? { token: SPEC_TOKEN });
    if (headers.authorization !== `Bearer ${SPEC_TOKEN}`) return bad(401, 'Not signed in');
    const body = bodyOf(heard);
    if (method !== 'GET') this.writes.push({ method, path, body });
    if (path === 'menu-tree') return good(menuTree ?? specTree());
    if (path === 'profile/me' && method === 'GET') return profile ? good(profile) : bad(404, 'Not Found');
    if (method === 'GET' && path in READS) return good(READS[path]);
    const name = [...this.records.keys()]
      .filter((known) => path === known || path.startsWith(`${known}/`))
      .sort((a, b) => b.length - a.length)[0];
    const rows = name === undefined ? undefined : this.records.get(name);
    if (name === undefined || !rows) return bad(404, 'Not Found');
    const parts = path.slice(name.length).split('/').filter(Boolean);
    return parts.length === 0
      ? this.#list(method, rows, query, body)
      : this.#record(method, name, rows, parts, body);
  }

  #list(method: string, rows: SpecRecord[], query: URLSearchParams, body: SpecRecord | undefined): Reply {
    if (method === 'GET') return good(pageOf(rows, query));
    if (method !== 'POST') return bad(405, 'Method not allowed');
    const { ids = sameNumber } = this.shapes;
    const made = { id: ids(rows.length + 1), version: 1, ...body };
    rows.push(made);
    return good(made);
  }

  #record(
    method: string,
    name: string,
    rows: SpecRecord[],
    [part = '', ...deeper]: readonly string[],
    body: SpecRecord | undefined,
  ): Reply {
    if (part === 'all' && method === 'GET') return good(rows);
    if (['export', 'exportExcel', 'excel'].includes(part) && deeper.length === 0)
      return { status: 200, file: name.replace('/', '-') };
    if (part === 'import' && method === 'POST') return good({ total: 1, ok: 1, failed: 0 });
    const index = rows.findIndex(({ id }) => String(id) === part);
    const row = rows[index];
    if (!row) return bad(404, 'Record not found');
    if (deeper.length > 0) return good(method === 'GET' ? { list: [], total: 0 } : row);
    if (method === 'GET') return good(row);
    if (method === 'DELETE') {
      rows.splice(index, 1);
      return good(null);
    }
    if (method !== 'PUT') return bad(405, 'Method not allowed');
    return this.#change(rows, index, row, body ?? {});
  }

  #change(rows: SpecRecord[], index: number, row: SpecRecord, given: SpecRecord): Reply {
    const { versions = true, wholeRecords = false } = this.shapes;
    if (versions && given.version !== row.version)
      return bad(409, 'Changed by someone else', { current: row });
    const missing = Object.keys(row).filter((field) => !KEPT_BY_SERVER.includes(field) && !(field in given));
    if (wholeRecords && missing.length > 0) {
      const fields = Object.fromEntries(missing.map((field) => [field, `${field} is missing`]));
      return bad(400, 'Fields are missing', { fields });
    }
    const changed = { ...row, ...given, ...(versions ? { version: Number(row.version) + 1 } : {}) };
    rows[index] = changed;
    return good(changed);
  }
}

/** A response: an envelope, a body without one, or a file of that name. */
interface Reply {
  readonly status: number;
  readonly envelope?: SpecRecord;
  readonly bare?: true;
  readonly data?: unknown;
  readonly file?: string;
}

const good = (data: unknown): Reply => ({ status: 200, envelope: { ret: true, msg: 'OK', data } });
const bad = (status: number, msg: string, data: unknown = null): Reply => ({
  status,
  envelope: { ret: false, msg, data },
});

const asItIs: NonNullable<SpecShapes['odd']> = (_collection, record) => record;
const sameNumber = (no: number): unknown => no;

/** Fields that the server fills in itself; a client need not send them. */
const KEPT_BY_SERVER: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt', 'tenantCode', 'legacy'];

/** The profile of the signed-in user. */
export const PROFILE: SpecRecord = {
  id: 7,
  username: 'anna',
  fullName: 'Anna Admin',
  email: 'anna@example.com',
  avatarUrl: null,
  companyName: 'Example Logistics',
  superAdmin: true,
};

function pageOf(rows: readonly SpecRecord[], query: URLSearchParams): unknown {
  const keyword = (query.get('keyword') ?? '').toLowerCase();
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('pageSize') ?? 50);
  const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(keyword));
  return { list: found.slice((page - 1) * size, page * size), total: found.length, pages: 1 };
}

function bodyOf({ body, headers }: ReceivedRequest): SpecRecord | undefined {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined;
  return JSON.parse(body.toString('utf8')) as SpecRecord;
}
