/** Messages of the API, main and checks, by code. The first block is the catalogue of the trade; codes never change. */
export const messages = {
  REQUIRED: '{field} is required',
  FORMAT: '{field} format is incorrect',
  NOT_FOUND: 'Record does not exist or was deleted',
  STALE_DATA: 'The record was changed by another user. Please refresh',
  NO_PERMISSION: 'You do not have permission for this operation',
  LOGIN_FIRST: 'please log in before operating',
  LOGIN_FAILED: 'Wrong user name or password',
  LOGIN_FORBIDDEN: 'This account is not allowed to log in',
  CAPTCHA_WRONG: 'Wrong captcha',
  PWD_MISMATCH: 'The two passwords are inconsistent',
  ACCOUNT_NAME_FORMAT: '{field}: 3 to 40 letters, digits or _ . @ -',
  PWD_LENGTH: 'Password must be {min} to {max} characters',
  PWD_OLD_WRONG: 'The old password is wrong',
  BILL_NO_INVALID: 'Bill number check digit is wrong',
  BILL_DUPLICATE: 'This bill number and batch number already exist',
  BILL_DUPLICATE_REMOVED: 'A removed bill uses this number. Recover it or use another batch number',
  BILL_WAREHOUSE: 'Select one of your warehouses. Your account cannot see bills of other warehouses',
  BILL_WAREHOUSE_FILE:
    'Your account has several warehouses, and the file does not say which one. Enter this bill in the form',
  BILL_REMOVED: 'The bill has been removed',
  BILL_ARCHIVED: 'The bill is archived and read-only',
  BILL_HAS_OPERATIONS: 'The bill has warehouse operations and cannot be removed',
  BILL_HAS_PAID_COST: 'The bill has paid costs and cannot be removed',
  BILL_NOT_CHECKED: 'Check the bill first',
  BILL_NOT_DELIVERED: 'Only delivered bills can be archived',
  NODE_ORDER: '{node} must not be earlier than {previous}',
  NODE_FUTURE: '{node} cannot be in the future',
  NODE_NOT_LAST: 'Clear the later time nodes first',
  COUNT_EXCEEDED: '{actual} boxes exceed the allowed {limit}',
  REASON_REQUIRED: 'Please enter a reason',
  LEG_FINISHED: 'This step is already finished',
  LEG_PREVIOUS_OPEN: 'Finish the previous step first',
  BOX_BLOCKED: 'Box {no} cannot leave: {why}',
  PHOTO_REQUIRED: 'This customer requires inbound photos',
  PARCEL_COMPLETED: 'The parcel is completed and cannot be changed',
  PARCEL_STATE: 'Parcel {no} cannot change from {from} to {to}',
  PARCEL_UNKNOWN: '{no} is not on this bill',
  PARCEL_NO_BILL: 'No open bill contains {no}',
  PARCEL_AMBIGUOUS: '{no} is on several open bills: {bills}. Choose the bill',
  PARCEL_PROOF: 'Parcel {no}: its declaration has no MRN. Enter an MRN, the customs message, or a remark',
  PARCEL_HELD_STAYS: 'Parcel {no} is held by customs. Enter its result separately',
  PARCEL_HELD_PROOF:
    'Parcel {no} is held by customs. Enter the MRN, the customs message or a remark for its own release',
  PARCEL_SET_BACK_LATE: 'A release can only be undone within 24 hours',
  PARCEL_LEFT: 'The parcel has left the warehouse',
  PARCEL_NOT_OUT: 'The parcel has not left yet: scan its box out, or set the POD of its CMR',
  PARCEL_DELIVERED: 'The CMR of the parcel is delivered',
  PARCEL_DISPOSED: 'The disposition of the parcel is already decided: {disposition}',
  PARCEL_SAME_BATCH: 'Parcel {no} was refused in this declaration. Choose another declaration',
  BATCH_CLOSED: 'Customs rejected, refused or invalidated this declaration. Select another declaration',
  DECLARATION_US:
    'Declarations to the United States are changed in their entry: the Union Customs Code does not apply to them',
  CONTROL_OPEN:
    'Customs has announced a control that has no result yet. Record the result first (UCC articles 173 and 174)',
  CONTROL_NONE: 'There is no open control of this declaration',
  AMEND_EXAMINED:
    'Customs has announced an examination of the goods: no amendment is possible before the release (UCC article 173(2)(a))',
  AMEND_INCORRECT:
    'Customs has found particulars to be incorrect: no amendment is possible before the release (UCC article 173(2)(b))',
  AMEND_LATE: 'An amendment after the release had to be applied for by {day}, three years after acceptance',
  INVALIDATE_LATE:
    'An invalidation after the release had to be applied for by {day}, 90 days after acceptance',
  GROUND_STATE: 'This ground does not apply in status {status}. Select another ground',
  FYCO_NONE: 'Parcel {no} is not selected for inspection',
  FYCO_BOX:
    'Customs named only box {no}. Enter the result under the tracking number of each parcel in the box',
  CASE_LEVEL: 'The case type {type} does not apply to the level {level}',
  CASE_PARCEL_ABNORMAL:
    'The parcel of this case is still abnormal. Clear the abnormal flag, or deliver the parcel anyway',
  CASE_REOPEN_LATE: 'A case can only be reopened within 30 days',
  COLLECT_DELIVERY: 'The service of this bill includes delivery, so the customer cannot collect the goods',
  COLLECT_NOTHING: 'No box of this bill can leave the warehouse now',
  COLLECT_NOT_RELEASED: 'Customs has not released this bill',
  COUNT_OPEN: 'Count {no} of warehouse {warehouse} is still open. Go on with it, or end it first',
  COUNT_ENDED: 'Count {no} has ended. Start a new count',
  COUNT_DECIDED: 'One of these differences has already been decided. Load the count again',
  COUNT_UNKNOWN: 'Nothing has the number {no}. It can only be kept as it is',
  COUNT_MOVED: '{no} has moved since the count was closed. Look where it is, and keep the ledger as it is',
  BOX_COLLECTED: 'The customer has collected box {no}. Undo the collection first',
  CLAIM_INCOMPLETE:
    'The letter cannot be written yet. Fill in “Convention”, “Claim for”, “Delivered on” and “Liable party (name)” first',
  CLAIM_NOTICED: 'Notice of this claim was already given',
  FILE_TYPE: 'Only {types} files are allowed',
  FILE_CSV:
    'Only csv files are accepted here. Save the sheet as csv in your spreadsheet program, then select that file',
  FILE_SIZE: 'File must not exceed {size} MB',
  FILE_ONE: 'Only one file can be uploaded at a time',
  FILE_EMPTY: 'The file contains no data rows',
  FILE_ROWS: 'The file has more than {max} rows',
  FILE_ROW_ERRORS: '{n} {n|row has|rows have} errors. Nothing was imported',
  FILE_DATA_IN_USE: 'Parcels of this file are already processed. The data cannot be replaced',
  IOSS_LOCKED: 'IOSS number {no} is locked',
  IOSS_INVALID: 'IOSS number format is incorrect',
  HS_INVALID: 'HS code {code} does not exist',
  HS_RESTRICTED: 'HS code {code} is prohibited or restricted',
  STATE_NOT_ALLOWED: 'This operation is not allowed in status {status}',
  OWNER_ONE: '{field}: select either a customer or a company',
  OWNER_FIXED: 'The customer or company of this record cannot be changed',
  OWNER_DIFFERS: '{field}: belongs to another customer or company',
  CONTACT_PRIMARY: 'This is the primary contact. Make another one primary first',
  MANAGED: 'This setting is managed by your administrator',
  IN_USE: 'The record is in use and cannot be deleted',
  CODE_EXISTS: 'Code {code} already exists',
  STAFF_SELF: 'You cannot forbid or delete your own account',
  STAFF_LAST_ADMIN: 'At least one super administrator is required',
  STAFF_NAME_GONE: 'The user name {code} belonged to a deleted account and is not reused. Choose another',
  GRANT_BEYOND: 'You can only grant and manage permissions that you have yourself. Ask a super administrator',
  GROUP_FIXED: 'The super-administrator group has every permission and cannot be changed or deleted',
  T1_MRN: 'T1 MRN is not valid',
  REQUEST_ERROR: 'Request Error',

  // Sessions
  SESSION_ENDED: 'Your session has ended. Please log in again',
  LOGIN_BLOCKED: 'Too many wrong passwords. Try again in {minutes} {minutes|minute|minutes}',
  LOGIN_SLOWED:
    'Too many failed sign-ins from this network or with this name. Nothing is wrong with your account. Try again in {minutes} {minutes|minute|minutes}',
  PWD_SAME: 'The new password must differ from the old one',
  PWD_OWN: 'Change your own password under Personal center',
  PWD_CHANGE_FIRST: 'Change your one-time password first',

  // Checks of values
  TOO_LONG: '{field} must not exceed {max} characters',
  TOO_SHORT: '{field} needs at least {min} characters',
  NUMBER_RANGE: '{field} must be between {min} and {max}',
  NUMBER_MIN: '{field} must be at least {min}',
  NUMBER_MAX: '{field} must not exceed {max}',
  NUMBER_INTEGER: '{field} must be a whole number',
  NUMBER_DECIMALS: '{field} may have at most {decimals} decimals',
  NUMBER_SEPARATOR: '{field}: “{value}” can be read in two ways. Write it without thousands separators',
  NUMBER_TWO_WAYS:
    '{field}: “{value}” is read with decimals, but other numbers in this file have a decimal comma. Check that it is not {other}',
  CURRENCY_OTHER:
    '{field}: “{value}” is not in {currency}, the currency of this row. Correct the amount or the currency',
  CURRENCY_WRITTEN: '{field}: the currency of “{value}” is ignored. Check that the amount is right',
  UNIT_CONVERTED: '{field}: “{value}” is read as {amount} {unit}',
  UNIT_OTHER: '{field}: “{value}” is in {unit}. Enter it in {own}',
  NUMBER_SCIENTIFIC:
    '{field}: “{value}” has lost digits in a spreadsheet. Format the column as text and enter the number again',
  CHOICE_UNKNOWN: '{field}: “{value}” is not one of {choices}',
  DATE_INVALID: '{field}: “{value}” is not a date. Write DD/MM/YYYY HH:mm',
  DATE_SERIAL:
    '{field}: “{value}” is the number that spreadsheets store for {expected}. If you mean that date, enter {expected}',
  DATE_TWO_WAYS: '{field}: “{value}” can be read in two orders of day, month and year. Write YYYY-MM-DD',
  DATE_YEAR: '{field}: the year {year} is not plausible',
  DATE_YEAR_SHORT: '{field}: the year of “{value}” may be first or last. Write it with four digits',
  TIME_SKIPPED:
    '{field}: this hour does not exist on that day because the clocks go forward. Compare it with the document',
  TIME_TWICE:
    '{field}: the clocks go back on that day, so this time occurs twice. Write {first} for the first time or {second} for the second',
  PERSON_AMBIGUOUS: '{field}: several people are called “{value}”. Enter the user name',
  APPROVER_AMBIGUOUS:
    '{field}: several people or groups are called “{value}”. Leave the cell empty and select them in the step',
  REFERENCE_UNKNOWN: '{field}: “{value}” does not exist',
  REFERENCE_INACTIVE: '{field}: “{value}” is inactive',
  UNKNOWN_FIELD: 'Unknown fields: {field}',
  BILL_NO_AIR: 'An air bill number is 3 digits of the airline and 8 digits, for example 112-12345675',
  BILL_NO_SEA: 'A sea bill number begins with the carrier’s SCAC code, for example COSU6345678901',
  COUNTRY_DIFFERS: '{field}: the selected country is {country}',
  SAME_AIRPORT: 'Landing airport must differ from the origin airport',
  PLACE_NOT_PORT: '{field}: {place} is an airport; goods by sea need a port, for example CNYTN',
  PLACE_NOT_AIRPORT: '{field}: {place} is a port; goods by air need an airport, for example AMS',
  AIRLINE_UNKNOWN: 'Airline prefix {prefix} is not in the airline table',
  CARRIER_PREFIX: 'Airline {carrier} uses the prefix {expected}, not {prefix}',
  DESTINATION_CHANNEL: 'Channel {channel} goes to {expected}, not to {destination}',
  WEIGHT_PER_BOX: 'The boxes weigh {weight} kg on average, outside the plausible range of 0.5 to 60 kg',
  EXPORT_DATE_LATE: 'Export date is more than a day after ETD',

  // The check of a bill
  BILL_IDENTITY_LOCKED:
    'Bill number, batch number, mode and customer can be changed only in an unchecked draft',
  BILL_COUNT_DIFFERS: '{field}: {header} on the bill, {data} in the data',
  BILL_VALUE_DIFFERS: 'Total value: {header} on the bill, {data} in the lines',
  BILL_HS_FAILED: '{n} {n|line has|lines have} failed the HS check',
  BILL_FILE_OPEN: 'Declaration file {file} has not been imported (status: {status})',
  BILL_POD_MISSING: 'POD box count is missing',
  BILL_EXCEPTION_OPEN: '{n} open {n|exception|exceptions}',
  BILL_ARCHIVE_EARLY: 'A removed bill can only be archived after 30 days',
  BILL_NOT_ARCHIVED: 'The bill is not archived',
  BILL_CHECKED_ALREADY: 'The bill is already checked',

  // Declarations, transit, commodity codes
  PRODUCT_IDS_MISSING:
    '{n} {n|parcel has|parcels have} items without merchant or manufacturer product ID. Enter them under Product identifiers',
  HS_NOT_CHECKED: '{n} {n|parcel has|parcels have} lines that have not passed the HS check',
  DECLARATION_EMPTY: 'Nothing in this selection can be declared',
  DECLARATION_TYPE: '{system} does not accept declarations of type {type}',
  DECLARATION_OVER_LIMIT:
    '{n} {n|parcel is|parcels are} above the limit of DECO and {n|needs|need} a standard declaration',
  LRN_USED: 'The LRN {lrn} was already used. A new declaration needs a new LRN',
  IMPORT_MRN_USED:
    'MRN {mrn} belongs to declaration {batch} of bill {bill}. Each import declaration has its own MRN: compare it with the response from customs',
  IMPORT_MRN_PARCEL:
    'Customs released parcel {no} of bill {bill} under MRN {mrn}. An import MRN belongs to one bill only. Check the number in the response from customs',
  T1_MRN_DRAFT: 'A T1 draft has no MRN yet: customs gives it with its acceptance. Enter it at the release',
  T1_EXISTS: 'T1 {mrn} is already on bill {bill}',
  HS_NOT_IN_TARIFF: 'The tariff has {known}, but not {code}. Compare the code with the tariff',
  HS_LICENCE: '{code} is restricted: {note}',
  HS_UNIT_VALUE: 'A unit value of {value} EUR is not plausible. The plausible range is {low} to {high} EUR',
  HS_BOUNDS: 'The lower bound is above the upper bound',
  NOT_RELEASED_ONE: '{bill}: nothing released 48 hours after landing',
  NOT_RELEASED_MANY: '{n} {n|bill has|bills have} nothing released 48 hours after landing: {bills}',
  T1_OVERDUE_ONE: 'T1 {mrn} of {bill} passed its time limit',
  // Time nodes
  NODE_MISSING: '{previous} is not set yet: enter it before {node}',
  POD_COUNT: 'POD boxes ({pod}) differ from outbound boxes ({out})',
  POD_BOXES_UNKNOWN:
    '{pod} of {out} boxes were signed for, but it is not known which. Their parcels stay “Released”. Complete the delivered ones in the list of parcels.',
  POD_WHICH:
    '{pod} boxes were signed for, {out} are on the CMR: {pallets}. Select the boxes that are missing, by pallet or number',
  CMR_BOXES_MISSING: '{cmr}: {n} {n|box|boxes} not received by the consignee: {boxes}',
  POD_BOXES_STAY: 'Boxes not delivered, because they have not left the warehouse: {boxes}',
  NODE_CLEARED: '{node} was cleared because {cmr} left later with more boxes',
  NODE_RETURNED: '{node} was cleared because boxes came back to the warehouse with {cmr}',
  ETA_MOVED: 'ETA moves by {hours} h',
  ATA_DIFFERS: 'ATA differs from ETA by {hours} h',
  NOA_LATE: 'NOA is {hours} h later than ATA',
  CLEARANCE_TURNED: 'Clearance status is now {status}',
  PARCELS_ABNORMAL: 'Abnormal parcels: {n} ({type})',
  BOXES_DIFFER: 'Inbound count of trip {pick}: {type}, {n} {n|box|boxes}',
  NOA_COUNT: 'The NOA states {noa} boxes, the bill {boxes}',
  AWB_SHARE:
    'Cannot divide {n} {n|box|boxes} among the batches of {no} ({batches}). Enter a number for each batch',
  AWB_SHARE_SUM: 'The numbers of the batches add up to {sum}, not {total}',
  AWB_BATCH: 'Batch {batch}: {reason}',
  FILE_SHARE:
    'Cannot divide {n} {n|box|boxes} among the batches of {no} ({batches}). Replace the row with one row for each batch',
  NOA_PICKED: 'The NOA states {noa} boxes, but {picked} were picked up',
  NOA_MISSING: 'No notice of arrival was entered before the pickup',
  T1_SAME_SITE: 'The T1 has the same office of departure and office of destination',
  PICKUP_LATE: 'Picked up {hours} h after NOA: storage may be charged',
  WAREHOUSE_LATE: 'At the warehouse {hours} h after the pickup',
  TAT_LATE: 'At the hub {hours} h after the departure',
  ULD_COUNT: '{actual} ULDs entered, {expected} announced',
  FLIGHT_DEPARTED: 'The flight was changed after its departure',

  // Lists and writing
  COUNT_CHANGED: '{actual} records match now, not {expected}. Check the list again',
  KEY_REUSED: 'This request was already sent with different content',
  SPAN_TOO_LONG: 'A report covers at most {years} years. Choose a later first day or an earlier last day',
  SLOW_DOWN: 'Too many requests. Please wait a moment',
  DATABASE_UNREACHABLE:
    'The server lost its database connection. Nothing was saved. Try again in a minute; if it keeps happening, contact your administrator',
  DISK_FULL: 'The disk is full. Nothing was saved; free some space and try again',
  DATA_READ_ONLY:
    'Cannot write to {folder}: it is read-only. Nothing was saved. Ask your administrator for write access to it, then try again',
  INTERNAL:
    'The server could not process this request and logged the error. Try again; if it happens again, contact support',

  // Calls from the desktop
  NO_CONNECTION: 'The server {server} cannot be reached. Check the network, then try again',
  SERVER_UNKNOWN: 'The server {server} was not found. Check the address',
  TLS_FAILED:
    'The certificate of {server} is not valid. Nothing was sent. Check this computer’s clock, or contact the operator of the server',
  TIMED_OUT: 'No response within {seconds} {seconds|second|seconds}',
  STALLED: 'The transfer stalled for {seconds} {seconds|second|seconds} and was stopped',
  ANSWER_INVALID: 'The server sent a response that cannot be read',
  SERVER_SIGNED_IN: 'You are signed in to this server. Sign out, then change its address',
  SERVER_UNSENT:
    'Changes for this server are waiting in the outbox. Send or discard them, then change its address',
  NOT_OFFERED: 'This server does not offer this function',
  TREE_NO_LIST:
    'The permissions of this server cannot be read. Expected: a list of nodes, each with tag and enabled (or enable). Received: {came}. Select another server, or contact its operator',
  TREE_EMPTY:
    'The permissions of this server cannot be read. Expected: a list of nodes, each with tag and enabled (or enable). Received: an empty list. Select another server, or contact its operator',
  TREE_NO_TAGS:
    'The permissions of this server cannot be read. Expected: nodes with tag and enabled (or enable). Received: {count} {count|node|nodes} without a tag, with the fields {fields}. Select another server, or contact its operator',
  TREE_NO_FLAGS:
    'The permissions of this server cannot be read. Expected: nodes with enabled or enable, true or false. Received: {count} {count|node|nodes} without it, with the fields {fields}. Select another server, or contact its operator',
  TREE_OTHER_TAGS:
    'The permissions of this server cannot be read. Expected: tags of seven digits that this console knows, for example 9010101. Received: {count} {count|node|nodes} with other tags, for example {tags}. Select another server, or contact its operator',
  ANSWER_TOO_LARGE: 'The server’s response is larger than {size} MB and was refused',
  REDIRECT_REFUSED:
    'The server redirects to another address, and redirects are not followed. Check the address',
  RESULT_UNKNOWN:
    'The connection dropped, so this may or may not have been saved. Check before you try again',
  CANCELLED: 'Cancelled',
  NOT_STORED:
    'Could not save to this computer’s disk, so this change would be lost on exit. Free some space, then make the change again',
  OUTBOX_FULL: 'The outbox is full ({max} changes waiting). Send or discard some first',
  QUEUED_TO_SEND: 'Kept in the outbox. It is sent as soon as the server responds',
  CALL_INVALID: 'The call {call} was refused: {detail}',
  CALL_UNKNOWN: 'There is no call {call}',
  ADDRESS_INSECURE: 'The address must begin with https://',
  ADDRESS_INVALID: 'This is not a web address',
  BACKEND_DOWN: 'The local database service is not running',
  BACKEND_FAILED: 'The local database service could not start: {detail}',
  DATABASE_NEWER: 'The data was written by a newer version ({version}). Install that version',
  DATABASE_IN_USE: 'Another program is already working with this data. Close it, then start again',

  // Updates of the app
  UPDATE_OFF_KEY:
    'This build has no key to verify updates with, so it accepts no updates. Get new versions from support',
  UPDATE_OFF_ADMIN: 'Your administrator manages the updates of this computer',
  UPDATE_OFF_BUILD: 'This copy runs from source, so it cannot update itself',
  UPDATE_NO_FEED: 'No update source is set. Contact support for its address',
  UPDATE_FEED_INVALID: 'Enter an address that begins with https://, or the full path of a folder',
  UPDATE_FEED_INSECURE: 'An address for updates must begin with https://',
  UPDATE_FEED_EMPTY: 'There is no {name} at the update source. Check the source, or contact support',
  UPDATE_FEED_FAILED:
    '{server} responded with the error {status} when asked for new versions. Try again later',
  UPDATE_FEED_FOLDER: 'Cannot read the folder {folder} ({detail}). Check the network drive, then check again',
  UPDATE_REDIRECT:
    'The update source redirects to {to}, and redirects are not followed. Nothing was installed. Contact support for the right address',
  UPDATE_UNSIGNED: 'The update is not signed: there is no {name}.sig. Nothing was installed. Contact support',
  UPDATE_SIGNATURE:
    'The signature of {name} was not made with the key of this app. Nothing was installed. Contact support before you try again',
  UPDATE_MANIFEST:
    'The description of the new version cannot be read ({detail}). Nothing was installed. Contact support',
  UPDATE_OTHER: '{name} describes another app or another system. Nothing was installed. Contact support',
  UPDATE_EXPIRED:
    'The update information expired on {date}. Nothing was installed. Check this computer’s clock, or contact support',
  UPDATE_OLDER:
    'The update source offers version {version}, older than {running}, which is running. Nothing was installed. Contact support if you expected a newer one',
  UPDATE_OLDER_SEEN:
    'The update source offers version {version}, but version {newest} or a correction of it was found before. Nothing was installed. Contact support',
  UPDATE_FILE_NAME:
    'The update contains an invalid file name: {name}. Nothing was installed. Contact support',
  UPDATE_NO_PACKAGE: 'The new version has no package for {system}. Contact support for one',
  UPDATE_FILE_MAX:
    'The package is {size} MB, which exceeds the limit of {max} MB. Nothing was installed. Contact support',
  UPDATE_FILE_GONE: 'The package {name} is missing. Nothing was installed. Check again, or contact support',
  UPDATE_FILE_SIZE:
    'The package {name} does not have the expected size. It was removed and nothing was installed. Try again, then contact support',
  UPDATE_FILE_HASH:
    'The package {name} differs from the signed package. It was removed, and nothing was installed. Contact support before you try again',
  UPDATE_BACKUP:
    'The data could not be backed up ({detail}), so nothing was installed. Free some space or check the backup settings, then try again',
  UPDATE_INSTALL:
    'The new version could not be installed ({detail}). The current one keeps running. Install it by hand, or contact support',

  // Files
  FILE_GONE: 'The file {name} no longer exists',
  FILE_CHANGED: 'The file {name} changed while it was being read. Choose it again',
  FILE_CONTENT:
    '{name} is {found}, not {type}. Open it in its own program and save it as {type}, or choose another file',
  FILE_BROKEN:
    '{name} is damaged and cannot be opened. Save it again in its own program, or ask the sender to send it again',
  FILE_PROTECTED: '{name} is protected by a password. Remove the password and choose it again',
  FILE_BOMB: '{name} unpacks to more than {size} MB and was refused',
  FILE_COLUMNS:
    'The file has content beyond column {max}, the last that an import can read. Nothing was imported. Delete everything after column {max}, including stray cells, then save the file and try again',
  FILE_ENCODING: 'The text of {name} cannot be read as {encoding}',
  FILE_ENCODING_ROW:
    'Row {row} of {name} has a character that is not UTF-8, unlike the rest of the file. Correct it, and save the file as UTF-8',
  DECIMAL_AMBIGUOUS:
    'Numbers in column “{column}” of {name} can be read in two ways: {values}. Select the decimal sign',
  ENCODING_AMBIGUOUS: '{name} can be read in several encodings: {encodings}. Select the right one',
  DATE_ORDER_AMBIGUOUS:
    'The dates of {name} can be read as {orders} (D day, M month, Y year), for example {values}. Select the order',
  FILE_QUOTE: 'Row {row}: a quotation mark is not closed, or is in the middle of a cell',
  FILE_NOT_SAVED: '{name} could not be saved: {detail}',
  PAPER_TOO_LARGE: 'This PDF is larger than {size} MB. Save it and open it from there',
  PRINTER_GONE: 'The printer {name} is no longer available. Choose another',
  PRINT_FAILED:
    'Printing on {name} failed: {detail}. Check that the printer is switched on and has paper of this size',
  FILE_TOKEN: 'The file selection has expired. Select the file again',
  HEADER_MISSING:
    'Required columns are missing: {columns}. Match them by hand, or fill in the template of this import',
  HEADER_TWICE: 'The column {column} appears twice',
  ROW_DUPLICATE: 'Duplicate of row {row}',
  HEADER_FOUND: 'The header was found in row {row}. Rows above it are not imported',
  DATES_DAY_FIRST: 'Dates such as {value} are read as day/month, by the headers and other cells of the file',
  DATES_MONTH_FIRST:
    'Dates such as {value} are read as month/day, by the headers and other cells of the file',
  DATES_YEAR_FIRST: 'Dates such as {value} are read as year/month/day',
  ROWS_LEFT_OUT: 'Rows of totals or dashes are not imported: {rows}',
  ROW_BLANK: 'Row {row} is blank',
  CELL_FORMULA: '{field}: the cell holds a formula without a stored result. Paste it as a value',
  CELL_FORMULA_EMPTY: '{field}: the formula has no stored result and is read as empty',
  COLUMNS_HIDDEN: 'Hidden columns are imported as well: {columns}',
  SHEETS_HIDDEN: 'Hidden sheets are not imported: {sheets}',
  SHEETS_OTHER: 'Only the sheet {sheet} is imported. Not imported: {sheets}',
  SHEETS_HIDDEN_IMPORTED: 'Hidden sheets are imported as well: {sheets}',
  SHEET_HIDDEN: 'The sheet {sheet} is hidden in the file',
  ROWS_HIDDEN: 'Hidden rows are imported as well: {rows}',
  PASTE_COLUMN:
    'The column {column} was not pasted: no column here has this header. Cells in it: {n}, the first “{value}”. Rename the header and paste again, or type the values',
  PASTE_BEYOND:
    'Column {column} of the pasted cells was not pasted: the table ends before it. Cells in it: {n}, the first “{value}”. Paste them further to the left, or with a header row',
  PASTE_ROWS: 'Rows {rows} of the copied cells were not pasted: this table holds at most {max} rows',
  PASTE_TOTALS: 'Rows of totals in the copied cells were not pasted: {rows}',
  PASTE_HIDDEN:
    'Hidden rows were not pasted: {n}. If you need them, show them in the spreadsheet and copy again',
  CELLS_FILLED: 'The value of merged cells is filled into each of their rows: {rows}',
  CELLS_COMPUTED: 'Formulas in rows {rows} are imported as their stored results',
  CELL_MERGED: '{field}: merged cells cannot be read. Unmerge them and fill each cell',
  CELL_ERROR: '{field}: the cell shows {value}',
  CELL_PLACEHOLDER: '{field}: “{value}” means an empty cell. Enter the value',
  CELL_PLACEHOLDER_EMPTY: '{field}: “{value}” is read as an empty cell',
  EXAMPLES_FILLED:
    'Rows {rows} are marked as examples but differ from those of the template. They are imported',
  NUMBER_INVALID: '{field}: “{value}” is not a number',
  TIME_MISSING: '{field}: “{value}” has no time. Write DD/MM/YYYY HH:mm',
  LIST_TOO_LONG: '{field}: at most {max} entries are allowed',
  FILE_SHEET: '{name} has no sheet {sheet}',
  FILE_SHEETS:
    '{name} has no data in a sheet named {sheet}. Its sheets are: {found}. Rename the sheet, or fill in the template of this import',
  ROW_SHEET:
    'Row {row}: “{value}” is not a sheet of this import. The first column names the sheet of each row, for example {sheet}',
  SHEET_ORPHAN: '{field}: “{value}” was not found in sheet {sheet}',
  FILE_NO_SEA_BILL: 'Sea bill {no} is not in the system yet. You can link it later',
  DRAFT_LACKS: '{field}: fill this in before you submit',
  DRAFT_LACKS_FIELD: 'Fill in before you submit: {what}',
  FILE_BILL_SEVERAL: '{no} is on several bills. Add the house bill number or the batch number',
  FILE_LINES: 'One entry takes at most {max} lines; this one has {n}. Divide them among several files',
  SHEET_HEADER_MISSING:
    'Required columns of the sheet {sheet} are missing: {columns}. Match them by hand, or fill in the template of this import',
  SHEET_WHICH: '{field}: the sheet {sheet} has several rows. Enter the one that this row belongs to',
  SHEET_NONE: 'The sheet {sheet} has no row for this record',
  FILE_MEMORY: '{name} needs more memory than one import may use. Split it and try again',
  FILE_READER: 'Reading {name} stopped unexpectedly. Select the file again',
  TARIFF_READ:
    'Tariff of {office}, region {region}. Rows that are only headings are not imported; “Other” is preceded by the name of its heading. Codes without a Chinese name get this description instead',
  TARIFF_LANGUAGE: 'The descriptions are in {languages} and are imported as the English names',
  TARIFF_NAMES: 'Names of more than 300 characters are shortened: rows {rows}',
  TARIFF_UNITS: 'Units of more than 10 characters are not imported: rows {rows}',
  TARIFF_ENDS: 'Codes that have an end date are imported as well: rows {rows}',
  RATE_NOT_READ: '{field}: “{value}” is not a plain percentage and is not imported',
  COLUMNS_IGNORED: 'These columns are not imported: {columns}',
  ROWS_BLANK: 'Blank rows were skipped: {rows}',
  ROW_CELLS:
    'The row has {actual} cells, the header {expected}. Put text that contains a separator in quotation marks',
  SAME_IN_FILE: '{field} must be the same in the whole file; most rows say {value}',
  SAME_IN_PARCEL: '{field} must be the same on all lines of a parcel; row {row} says “{value}”',
  LINE_VALUE: '{field} should be {expected}, which is quantity times unit price',
  NET_OVER_GROSS: 'The net weight of {net} kg exceeds the gross weight of {gross} kg',
  PRODUCT_NAME_VAGUE:
    '{field}: “{value}” does not say what the goods are. Name them, for example “cotton T-shirt”',
  IOSS_OVER_LIMIT:
    'The parcel is worth {value} EUR. Above {limit} EUR “{scheme}” does not apply: it will be declared in AGS, and VAT is due',
  LIMIT_LATER:
    'The values are checked against the limits in EUR when the file is converted, at the customs rate of the day',
  PRODUCT_ID_MISSING:
    'The merchant or manufacturer product ID is missing. Customs refuses low-value items without them since {day}',
  PREFERENCE_FORMAT: '{field}: enter a code of three digits, for example 300',
  EU_RATE_NONE: '{kind}: none is known for {day}. Add it under EU customs rates',
  EU_RATE_ENDED:
    '{kind}: known to {known}, not for {day}. Add the next period under EU customs rates; until then none applies',
  EU_CURRENCY_NONE:
    'There is no customs rate of {currency} for {day}. Enter the rate published on {published} under Exchange rates, then try again',
  EU_CURRENCY_ENDED:
    'Customs rates of {currency} are known to {known}, not for {day}. Enter the rate published on {published} under Exchange rates, then try again',
  EU_CURRENCY_LATER:
    'The customs rate of {currency} for {day} will be published on {published}. Until then the present rate is used, which is known to {known}',
  SPLIT_SUSPECTED:
    '{n} parcels of this consignee are worth {value} EUR together. Above {limit} EUR customs may treat them as one',
  SHEET_DATA: 'Data',
  SHEET_GUIDE: 'Columns',
  GUIDE_COLUMN: 'Column',
  GUIDE_REQUIRED: 'Required',
  GUIDE_RULE: 'Content',
  GUIDE_EXAMPLES: 'Examples',
  GUIDE_ALIASES: 'Other accepted headers',
  GUIDE_YES: 'Yes',
  GUIDE_NO: 'No',
  GUIDE_NOTE: 'Rows marked “{word}” in the last column are not imported',
  KIND_TEXT: 'Text, up to {max} characters',
  KIND_CODE: 'Code, written as in the examples, up to {max} characters',
  KIND_CODES: 'Codes separated by semicolons, at most {max}',
  KIND_CHOICE: 'One of {choices}',
  KIND_FLAG: 'Y or N',
  KIND_COUNT: 'Whole number from {min} to {max}',
  KIND_DECIMAL: 'Number, at most {decimals} decimals',
  KIND_MONEY: 'Amount without currency, at most {decimals} decimals',
  KIND_DATE: 'Date, DD/MM/YYYY',
  KIND_TIME: 'Date and time, DD/MM/YYYY HH:mm',
  KIND_TIME_AT: 'Date and time, DD/MM/YYYY HH:mm, in the local time of “{column}”',
  IMPORT_NOTHING: 'No row can be imported',
  IMPORT_UNDONE: 'This import was already undone',

  // File conversions
  FILE_SCOPE_BILL: 'A file of this type belongs to one bill. Upload it there',
  FILE_SCOPE_MANY:
    'A file of this type covers more than one bill. Upload it under File conversions; import records in their own list',
  FILE_REPLACE: 'The data of this file was already imported. Confirm that you want to replace it',
  FILE_APPLIED: 'The data of this file is imported. Undo the import before you delete the file',
  FILE_IN_PLACE: 'The data of this file is imported. Undo the import before you convert it again',
  FILE_NO_UNDO: 'A file of this type cannot be undone. Change the records themselves',
  FILE_NOT_MADE: 'There is nothing to save: the conversion did not succeed',
  INVOICE_SELLER:
    'These goods are sold by “{value}”, not by {seller}. Remove the row, or make its invoices from a separate file',
  INVOICE_IOSS:
    'This row has IOSS number {value}, but the invoices have {no}. Correct the row, or make its invoices from a separate file',
  FILE_WAITS: 'The bill already has data. Check the changes, then accept them',
  FILE_PARTLY: '{ok} {ok|row was|rows were} imported, {n} {n|was|were} not',
  FILE_NO_ERRORS: 'No row of this file was refused',
  FILE_BILL_UNKNOWN: 'There is no bill {no}',
  FILE_CMR_UNKNOWN: 'There is no CMR {no} with a bill on it',
  FILE_BOX_UNKNOWN: 'There is no box {no}',
  FILE_BOX_ELSEWHERE: 'Box {no} is not on this bill, but on {bills}. Upload the file there',
  FILE_BOX_TWICE: 'Box {no} is on several bills: {bills}. Upload the file on the bill it belongs to',
  FILE_AMBIGUOUS: '{no} is on several bills. Upload the file on the bill it belongs to',
  BOX_WEIGHT_DIFFERS: 'All boxes are weighed: {total} kg, {percent} % off the {header} kg of the bill',
  FILE_EDITED: 'Changed since',
  FILE_DONE: 'File {name}: {ok} {ok|row|rows} converted',
  FILE_ENDED: 'File {name} could not be converted: {reason}',
  FILE_QUESTION: 'File {name} waits for your decision: {reason}',

  // Rows of imported files
  OBJECT_NO_FORMAT:
    '{field}: enter a tracking number or a box number, for example TUL8800012345NL or PLD26110300001',
  POD_MISSING_BILL: '{field}: missing boxes can be named for a CMR only, not for a bill',
  CMR_NO_FORMAT: '{field}: enter a CMR number, for example CMR20261105-0007',
  NODE_FORMS: 'A row either names one time node or has a column for each of them, not both',
  NODE_NONE: 'The row names no time node',
  NODE_ALONE: '{field} is not imported: the row has no time for {node}',
  BATCH_KNOWN:
    '{field}: this bill number already has batch {expected} ({flight}). It may be the same shipment',
  BATCH_ALIKE: '{field}: row {row} has batch {expected} of this bill. It may be the same shipment',
  BILL_LANDED: '{field}: batch {batch} of this bill number has already landed ({flight}). Check the number',
  FILE_BATCH_UNKNOWN: 'Bill {no} has no batch {batch}. The batch number there is {expected}',
  PRICE_HUNDREDFOLD: '{field}: {times} times the usual price of this supplier, {usual}. Is it {expected}?',
  PRICE_UNUSUAL: '{field}: {times} times the usual price of this supplier, {usual}. Check the price',
  BILL_WEIGHT_ODD: '{field}: a bill rarely weighs more than {max} kg. Check the weight and its unit',
  PARCEL_VALUE_ODD:
    '{field}: the parcel is worth {value} EUR, more than {max}. Check the price and its decimal sign',
  PARCEL_WEIGHT_ODD: '{field}: a parcel usually weighs {min} to {max} kg. Check the weight and its unit',
  TEXT_GARBLED: '{field}: “{value}” is garbled. Enter “{expected}”',
  TEXT_LOST: '{field}: “{value}” lost letters before the file was saved. Enter the text again',
  RATE_SHARE:
    '{field}: {value} is less than 1 %. A spreadsheet stores {expected} % as this number. If you mean {expected} %, write {expected}',
  SIDE_UNIT: '{field}: {value} seems to be in {unit}. Write {expected} cm',
  DATE_AGO: '{field}: {days} {days|day|days} ago. Check day, month and year',
  DATE_AHEAD: '{field}: {days} {days|day|days} from today. Check day, month and year',
  DATE_ORDER:
    '{field}: {days} {days|day|days} from today. With day and month swapped, it would be {expected}',
  BOX_WEIGHT_ODD: '{field}: a box usually weighs {min} to {max} kg. Weigh it again',
  REASON_UNKNOWN: '{field}: “{value}” is not in the list of reasons. It is kept as the remark',
  // Partners
  API_KEY_WRONG: 'The API key is missing or not valid',
  API_KEY_BLOCKED:
    'Too many wrong API keys from this address. Try again in {minutes} {minutes|minute|minutes}',
  PUSH_PENDING: 'This push is still in progress',
  FILING_INCOMPLETE: 'The filing is not complete yet: {count} {count|item is|items are} missing',
  ENTRY_INFORMAL: 'The summary of an informal entry cannot be corrected',
  ENTRY_CORRECTION_LATE:
    'The last day for a correction was {day}. File a protest, or request an extension of the liquidation',
  ENTRY_CORRECTION: 'This is a correction of a paid summary. Discard it instead',
  ENTRY_NO_CORRECTION: 'This entry is not being corrected',
  ENTRY_TYPE_KEPT: '{field}: a correction may only change type 01 to 03, or 03 to 01',
  FILING_TRANSMITTED: 'This filing was transmitted to customs and cannot be deleted. Cancel it instead',
  FILING_ACCOUNT:
    'Nothing can be filed through the NetCHB account {account}: {reason}. Choose another, or correct it under NetCHB accounts',
  FILING_ON_WAY: 'This filing is {status}. Only a filing that was not sent or was given up can be sent again',
  FILING_NOT_AT_CUSTOMS: 'Customs does not have this filing (it is {status}), so there is nothing to query',
  FILING_STUCK: '{no} could not be filed: {reason}. Check its exchanges, then send it again',
  FOLDER_NOT_SHOWN: 'No program on this computer can open the folder ({detail}). Open it yourself: {folder}',
  RESTORED_HELD:
    'Data restored from the backup of {at}. On hold, because they may already have gone out: {mails} {mails|email|emails}, {pushes} {pushes|push|pushes}, {filings} {filings|filing|filings}, {invoices} {invoices|e-invoice|e-invoices}. Send the ones that did not arrive. Scheduled reports missed in between are skipped',
  FILING_UNANSWERED: 'Customs has not responded to the filing of {no} within two hours',
  CUSTOMS_FOLDER_FORMAT: '{field}: 1 to 40 letters, digits, hyphens or underscores, without a path',
  CUSTOMS_NOT_H7: 'Only low-value declarations (H7) are sent to customs as messages',
  CUSTOMS_ACCOUNT_INACTIVE: 'The customs account {account} is not active. Choose another, or activate it',
  CUSTOMS_TRANSMITTED: 'This declaration has been sent to customs already. Check its messages',
  CUSTOMS_SENT:
    'Customs has received the declaration, or may have: {n} messages are on their way. Wait for the response',
  CUSTOMS_LRN_LONG:
    'The declaration goes to customs as {n} messages, each with a serial behind the LRN. Declare it with an LRN of at most {max} characters',
  H7_INCOMPLETE: 'Parcel {no} cannot be declared to customs as it is: {field} is missing or wrong',
  CUSTOMS_ANSWER_ORDER: 'The response “{event}” cannot follow on “{standing}”',
  CUSTOMS_ANSWER_OTHER: 'The declaration was lodged again under another number than {lrn}',
  CUSTOMS_ANSWER_MRN: 'The response to {lrn} has no MRN, or not the one assigned before',
  CUSTOMS_ANSWER_GROUND: 'The declaration has been released. Record the invalidation with its ground',
  CUSTOMS_ANSWER_LRN: 'No declaration with the number {lrn} was sent through this account',
  CUSTOMS_ANSWER_UNREADABLE: 'The response could not be understood. Read it, and record what customs decided',
  CUSTOMS_ANSWER_OPEN: 'A response of customs to {no} could not be carried out: {reason}',
  FILING_NO_ACCOUNT: 'Choose the NetCHB account through which it is filed',
  ISF_LATE: 'The ISF is filed less than 24 hours before departure',
  ISF_OF_BILL: 'Sea bill {no} already has ISF {isf}. Open that ISF instead',
  ISF_ARRIVED: 'The vessel has arrived: the ISF can no longer be amended',
  ISF_ENTRY_FILED: 'The entry of this bill was filed: the ISF can no longer be cancelled',
  ISF_NOTHING_FILED: 'This ISF has not been filed with customs yet',
  ISF_NOT_US:
    '{field}: an ISF-10 is filed for goods unloaded in the United States. Choose a port there, or ISF-5',
  LOADING_TIMES: '{field} must not be later than the departure',
  ISF_TIMES: '{field} must not be earlier than the departure',
  ISF_CONTAINER_TWICE: 'Container {no} is listed twice',
  ISF_TO_APPROVE: 'ISF {no} waits for your approval',
  ISF_APPROVED: 'ISF {no} was approved and can be transmitted',
  ISF_RETURNED: 'ISF {no} was returned: {text}',
  ISF_ANSWERED: 'Customs on ISF {no}: {event}. {text}',
  // Finance
  AMOUNT_ZERO: '{field}: the amount must not be zero',
  RATE_MISSING: 'There is no {currency} rate for {day} or any day before. Enter it under Exchange rates',
  RATE_BASE: '{field}: the books are in EUR, which needs no rate',
  RATE_FILE_OTHER:
    '{name} has no exchange rates of the European Central Bank. Nothing was stored. Select eurofxref-daily.xml or eurofxref-hist-90d.xml',
  RATE_FILE_PART:
    '“{value}” at {place} of the file is not valid. Nothing was stored. Fetch the file again from the European Central Bank',
  RATE_FOLDER:
    'The server has no folder for exchange rate files. Ask its administrator to set FREIGHT_CONSOLE_RATES_FOLDER',
  LOGO_OWN_ONLY: 'Only our own companies have a logo',
  LOGO_UNREADABLE:
    '{name} cannot be printed. Use a PNG without interlacing or an RGB JPEG, at most 2,000 pixels wide and high',
  E_INVOICE_FOLDER:
    'The server has no folder for invoices. Ask its administrator to set FREIGHT_CONSOLE_INVOICES_FOLDER',
  E_INVOICE_KEY_AGAIN: 'The stored key is for another address. Enter the key again',
  E_INVOICE_NO_ROUTE: 'No access point is set up. Enter it under Finance → E-invoices',
  E_INVOICE_NO_ADDRESS:
    '{company} has no electronic address. Enter its Peppol scheme and number, or its VAT number, with the company, and issue the invoice again',
  E_INVOICE_ON_ITS_WAY: 'This invoice is waiting to be handed over, or has been',
  E_INVOICE_STUCK: 'E-invoice {no} did not reach the customer: {reason}',
  RATE_NO_SOURCE: 'Choose an exchange rate source first',
  RATES_DOUBTFUL:
    'Exchange rates of {day} differ from the previous ones by more than 20 % and were not stored: {rates}. Check them under Exchange rates',
  RATES_UNREAD: 'Exchange rates could not be read for more than a day: {error}',
  FEE_DIRECTION:
    '{field}: {code} is for the other direction. Choose another category, or change it under Fee categories',
  COST_PAID:
    'Paid lines cannot be changed. This one was settled by {payment}. Someone with permission to reverse payments can reverse it',
  COST_NOT_PAID: 'Only paid lines can be reversed. Edit or delete this line',
  COST_REVERSED: 'This line is already reversed',
  COST_INVOICED: 'The invoice of this line has already arrived',
  COST_INVOICE_TWICE: '{field}: invoice {no} of this supplier is already recorded for this bill and category',
  EINVOICE_NONE:
    '{name} does not contain exactly one electronic invoice (UBL 2.1, CII, or a PDF of Factur-X or ZUGFeRD). Choose another file, or enter the costs by hand',
  EINVOICE_FIELD:
    'The invoice has a part that is missing or cannot be read: {place} is “{value}”. Nothing was recorded. Ask the supplier for a corrected file, or enter the costs by hand',
  EINVOICE_LINES:
    '{name} has {count} lines with its allowances and charges. An invoice needs at least one and at most {max}',
  EINVOICE_TWICE:
    '{field}: invoice {no} of this supplier is already recorded. Search the costs and the cost differences for it',
  EINVOICE_SUM:
    '{field}: the lines do not add up to the amount that the invoice states. Nothing was recorded. Ask the supplier for a corrected invoice',
  EINVOICE_VAT:
    'Line {no}: code {code} does not have category {category} and {rate} % on {day}, as the invoice states. Choose another code, or none',
  EINVOICE_EXPECTED:
    'A selected expected cost has a different supplier, bill or currency, is already invoiced, or its lines have different taxes. Select another one, or none',
  EINVOICE_FILE_OTHER:
    '{name} is not the file that this invoice was read from. Choose the original file, without any change',
  EINVOICE_FILE_KEPT: 'The file of this invoice is already kept',
  EINVOICE_FILE_MISSING: 'The file of this invoice was not kept. Add it to the invoice, then open it',
  EINVOICE_FILE_DAMAGED:
    'The kept file of invoice {no} is no longer as it was received. It was not opened. Restore it from a backup, or ask the supplier for the invoice',
  COST_OF_DIFF: 'This line belongs to difference {no}. Reopen the difference first',
  COST_IN_PAYMENT: 'Payment {no} includes this line. Reverse the line instead of deleting it',
  DIFF_OPEN: 'Difference {no} of this cost is not decided yet. Accept or dispute it first',
  ALLOCATION_UNKNOWN: 'No bill has the number {numbers}. Correct or remove it',
  ALLOCATION_NOTHING: 'Nothing can be allocated: the amount is zero, or all weights and counts are zero',
  PAYMENT_FUTURE: '{field} must not be in the future',
  PAYMENT_NOTHING:
    'The selected lines of a supplier add up to zero or less. Select them together with the lines they are offset against',
  MONTH_CLOSED: 'The books of {month} are closed. Enter another day, or reopen the month',
  MONTH_CLOSED_AFTER: '{month} is closed. Reopen the latest closed month first',
  MONTH_NOT_OVER: 'A month can be closed once it is over',
  MONTH_OPEN_BEFORE: '{month} is still open. Close the earlier months first',
  MONTH_PENDING: 'Payments of this month pending approval: {count}',
  BANK_FILE_UNKNOWN:
    '{name} is not a bank statement in CAMT.053, MT940 or csv format. Export the statement from your bank in one of these formats',
  BANK_FILE_ENCODING:
    'The encoding of {name} is not certain, so names would be misread. Save it as UTF-8, or export CAMT.053 from your bank',
  BANK_FILE_LACKS: '{place} is missing in the file. Nothing was imported. Ask the bank for a complete file',
  BANK_FILE_PART:
    '“{value}” at {place} of the file is not valid. Nothing was imported. Ask the bank for a corrected file',
  BANK_UNBALANCED:
    'Statement {no} of account {account} does not balance: its entries lead to {expected}, but it closes with {closing}. The difference is {difference}. Nothing was imported. Ask the bank for a complete file',
  BANK_CSV_HEADINGS:
    '{name} has no line with the headings of a bank statement: a date and an amount at least, for example Date and Amount. Nothing was imported. Change the headings, or export CAMT.053 from your bank',
  BANK_CSV_COLUMN:
    'Line {line}: the column “{column}” was not recognised. Nothing was imported. Delete the column or rename it, for example to one of {known}',
  BANK_CSV_LACKS:
    'Line {line}: the column “{column}” is empty. Nothing was imported. Complete the line, or delete it if it is no entry',
  BANK_CSV_VALUE:
    'Line {line}, column “{column}”: “{value}” is not valid there. Nothing was imported. Correct it, or ask the bank for another file',
  BANK_CSV_OTHER:
    'Line {line}, column “{column}”: “{value}” differs from “{first}” in the first line. Nothing was imported. Export one account and currency at a time',
  BANK_CSV_BALANCE:
    'Line {line}, column “{column}”: the balance is “{value}”, but the entries lead to {expected}. Nothing was imported. Ask the bank for a complete file',
  BANK_CSV_AMBIGUOUS:
    'Line {line}, column “{column}”: “{value}” can be read in two ways, and no other line decides. Nothing was imported. Export a longer period, or write dates like 2026-11-03 and amounts with cents',
  BANK_CSV_ASKS: '{name} does not say everything. Select the account, the currency or the encoding first',
  BANK_ACCOUNT_OTHER:
    'Account {account} does not belong to any of your own companies. Select another account, or add this one under Companies',
  BANK_SIMILAR: 'Entries that may have been imported before: {count}. Choose whether to import them',
  BANK_REVERSAL:
    'This entry reverses an earlier entry. Book the return of its payment, or ignore this entry and give a reason',
  BANK_ENTRY_BOOKED: 'Payment {payment} was booked from this entry. Reverse or withdraw the payment instead',
  BANK_PAYMENT_OTHER: 'Payment {no} is not a booked payment of {amount} {currency}',
  BANK_PAYMENT_LINKED: 'Payment {no} already belongs to an entry of statement {statement}',
  BANK_RETURN_OTHER:
    'Payment {no} cannot be the return: it must be booked before this entry, with the same amount, currency and account, the other way, and without a bank charge',
  BANK_NOT_CERTAIN: 'No proposal is certain. Open the entry and select the payment or the lines',
  PAYMENT_PENDING: '{number} is part of payment {no}, which is pending approval',
  PAYMENT_PARTY: '{field}: select a customer or a supplier, not both',
  PAYMENT_REFUND: 'A refund must be applied in full to credits and overpayments',
  PAYMENT_USED: '{by} gives back a part of {no}. Reverse {by} first',
  WRITE_OFF_LIMIT: '{number}: {amount} EUR exceeds the write-off limit of {limit} EUR per invoice',
  PAYMENT_CHARGE: '{field}: must be at least zero, and smaller than the amount',
  PAYMENT_TOO_MUCH: 'The allocated amount exceeds the payment',
  PAYMENT_LINE: '{no} belongs to another party or currency, is closed, or has a smaller open amount',
  REVENUE_CUSTOMERS: 'The selected lines belong to several customers. Invoice each customer separately',
  REVENUE_NO_TAX_DATA:
    '{customer} has no company with a VAT or registration number. Add it to the customer first',
  INVOICE_NO_ISSUER: 'None of your own companies can issue this invoice. First add one under Companies',
  INVOICE_CREDITED: 'This document is already fully credited',
  INVOICE_TAX_OF: 'VAT {rate} of {amount}',
  INVOICE_MAIL_SUBJECT: '{document} {no}',
  INVOICE_MAIL_TEXT:
    'Dear {customer},\n\nWe attach {document} {no} of {day}.\n\nAmount: {amount}\nDue date: {due}\nBills: {bills}\n\nKind regards\n{sender}\n{company}',
  INVOICE_PAY_TO: 'Pay to {bank}, stating {no}',
  CREDIT_OF_CREDIT: 'A credit note cannot be credited. Issue a new invoice instead',
  CREDIT_TOO_MUCH: 'The credit of {no} must not be zero or exceed what is left: {left}',
  VAT_MIXED:
    'Lines outside the scope of VAT cannot share an invoice with other lines. Invoice them separately',
  VAT_NUMBER_MISSING: 'The VAT codes of these lines require a VAT number for {company}. Add it first',
  VAT_NO_RATE: 'VAT code {code} has no rate on {day}. Add the rate, or select another code',
  VAT_RATE_DIFFERS: 'VAT code {code} has a rate of {rate} %. Correct the tax rate, or leave it empty',
  VAT_CODE_NONE:
    'No VAT code applies to line {revenueNo}. Add or activate one, or select a code for these lines',
  VAT_RATES:
    '{field}: only category S can have rates. Each rate must be above zero and have its own start date',
  VAT_REASON: '{field}: every category has a legal text, except S and Z',
  LEDGER_UNASSIGNED: '{field}: {company} already does. Only one company can take these entries',
  JOURNAL_INCOMPLETE:
    'Postings without an account, an exchange rate or a company: {count}. Complete them, then save the file again',
  JOURNAL_PART:
    'You only see the documents of your warehouses. Someone who sees all of them must save this file',
  JOURNAL_EMPTY: 'Nothing was posted on these days. Select others',
  JOURNAL_YEAR:
    'A DATEV file covers a single financial year, and a new year starts on {day}. Select days within one year',
  JOURNAL_DATEV: 'Enter the DATEV consultant and client numbers under Ledger accounts first',
  JOURNAL_ACCOUNT:
    'DATEV accepts account numbers of up to {length} digits. Correct account “{account}” first',
  STATEMENT_TITLE: 'Statement of account {no}',
  STATEMENT_MAIL_SUBJECT: 'Statement of account {no}, {month}',
  STATEMENT_MAIL_TEXT:
    'Dear {customer},\n\nPlease find attached your statement of account {no} for {month}.\n\nClosing balance: {balance}\n{overdue}\n\nPlease tell us if anything in it differs from your own books.\n\nKind regards\n{sender}\n{company}',
  STATEMENT_MAIL_OVERDUE: 'Overdue: {amount}, the oldest since {day}',
  STATEMENT_MAIL_NOT_OVERDUE: 'Nothing is overdue',
  STATEMENT_NO_ADDRESS:
    'There is no email address to send to. Add a contact that receives statements to {customer}, or enter the customer’s own email address',
  STATEMENT_PART:
    'You see only the part of this account that belongs to your warehouses. Ask a colleague who can see all of it to send it',
  BILL_UNPAID_COST:
    'There {n|is|are} {n} unpaid {n|cost. Pay it|costs. Pay them}, or let finance confirm the archiving',
  CURRENCY_MIXED: 'Selected lines have different currencies',
  CHARGE_NO_STEPS: 'Add at least one step',
  CHARGE_STEP_SUPPLIER: 'Step {no}: a cost needs a supplier',
  CHARGE_STEP_NEGATIVE: 'Step {no}: prices and minimum charges must not be negative',
  CHARGE_FLOW_DATES: '{field} must not be before the first day',
  CHARGE_LIMITS: '{field} must not be less than the minimum charge, and neither may be negative',
  // Mail
  PLACEHOLDER_UNKNOWN: '{field}: unknown placeholders: {names}. Available are {known}',
  ALERT_NO_RECIPIENT: '{field}: enter an address, or a permission group whose members receive it',
  ALERT_NO_PLACE: '{field}: this event has no place. Leave the field empty',
  SCHEDULE_NO_RECIPIENT: '{field}: enter an address, or choose a folder',
  SCHEDULE_RUNNING: 'The report is already being created. Wait a moment',
  REPORT_MAIL: '{name}: {report}',
  REPORT_MAIL_TEXT: '{report} ({span}): {file} is attached; it has {rows} {rows|row|rows}.',
  REPORT_MAIL_EMPTY: '{report} ({span}): no data. {file} is attached; it has only the headings.',
  REPORT_MAIL_FROM: 'Created on {at} ({zone}) by {person}’s schedule “{name}”.',
  ALERT_WAITS: 'This alert is waiting to be sent together with other alerts of the same rule',
  ALERT_MANY: '{rule}: {n} {n|alert|alerts}',
  ALERT_MORE: '… and {n} more. All of them are under Alert records.',
  APPROVAL_RANGE_CURRENCY: '{field}: an amount needs its currency',
  APPROVAL_RANGE_ORDER: '{field} must be more than the lowest amount',
  APPROVAL_RANGE_NEGATIVE: '{field} must not be negative',
  APPROVAL_NO_STEPS: 'Add at least one step',
  APPROVAL_STEP_NAME: 'Step {no}: enter a name',
  APPROVAL_STEP_EMPTY: 'Step {no}: select at least one person or group',
  APPROVAL_APPROVER_GONE: 'Step {no}: {name} no longer exists. Choose another approver',
  APPROVAL_OVERLAP:
    '“{name}” is active and already covers these documents. Change the amounts, or deactivate it first',
  APPROVAL_STUCK: 'Step {no}: none of the named approvers can decide',
  APPROVAL_SENTENCE: '{what}: {steps}.',
  APPROVAL_WHAT_CURRENCY: '{doc} in {currency}',
  APPROVAL_WHAT_FROM: '{doc} from {min} {currency}',
  APPROVAL_WHAT_UNDER: '{doc} under {max} {currency}',
  APPROVAL_WHAT_BETWEEN: '{doc} from {min} to under {max} {currency}',
  APPROVAL_FIRST: 'first {who}',
  APPROVAL_THEN: 'then {who}',
  APPROVAL_COMMA: ', ',
  APPROVAL_WITHIN: '{who} (within {hours} h)',
  APPROVAL_GROUP_ANY: 'anyone in {name}',
  APPROVAL_GROUP_ALL: 'everyone in {name}',
  APPROVAL_FORBIDDEN: '{name} (may not sign in)',
  APPROVAL_DELETED: '{name} (deleted)',
  NETCHB_BOND: '{field}: a bond needs its type and its surety',
  FILE_OTHERS: 'The file names bills that do not belong to your warehouses. Nothing was written',
  LETTER_NOT_MATCHED: 'The email is not matched to a bill. Match it first',
  LETTER_KNOWN: 'This email was already imported by someone whose emails you do not see',
  LETTER_OVERWRITE:
    'The bill already has other values for {fields}. Process the email again to overwrite them',
  UTB_SUM:
    'The parts add up to {sum} {currency}, but the total is {total} {currency}. Correct the value that was misread',
  CMR_MAIL_PUT: 'This email is in the outbox or sent: only a scheduled email can be withdrawn',
  MAIL_SENDING: 'This email is being sent',
  MAIL_NO_SERVER: 'No mail server is set. Set up a mail server first',
  MAIL_HOST: '{field}: enter the name or the address of the mail server, for example smtp.example.com',
  MAIL_PASSWORD_AGAIN:
    '{field}: enter the password again. It is kept only for the server and the user it was entered for',
  MAIL_USER_MISSING: '{field}: a password needs a user name',
  MAIL_TEST_SUBJECT: 'Test email of Freight Console',
  MAIL_TEST_TEXT: 'This email was sent to test the mail server {host}. No action is needed.',
  SECRETS_LOCKED:
    'Cannot read the key that protects passwords: the keychain of this computer is locked or missing. Unlock it, then save again',

  // Screens
  MODULE_NOT_FOUND: 'Cannot find module',
  SCREEN_FAILED: 'The screen could not be loaded',
  SCREEN_SLOW: 'The screen took longer than {seconds} {seconds|second|seconds} to load',

  // Trips, boxes and pallets
  LEG_STARTED: 'This step has already started',
  LEG_NOT_STARTED: 'This step has not started yet',
  LEG_NOT_DECLARED: 'Nothing is declared to customs yet',
  LEG_NOTHING_FREE: 'Customs has not released anything of this bill yet',
  LEG_NO_DESTINATION: 'The destination is not known. Set it on the bill first',
  LEG_COUNT_MISSING: 'Enter the number of boxes first',
  LEG_PARCELS_OPEN: '{n} {n|parcel of this trip is|parcels of this trip are} still in clearance or held',
  LEG_NEXT_FINISHED: 'Reopen the step after this one first',
  LEG_REOPEN_LATE: 'A finished step can only be reopened within 7 days',
  LEG_NOT_EMPTY: 'This step already has boxes. Set their number to 0 first',
  LEG_NO_CMR: 'Enter the CMR number',
  CMR_TWICE: 'CMR number {no} is also on other trips: {trips}. Check that they left on the same truck',
  PICK_IN_USE: 'The trip has an inbound record and cannot be deleted',
  PICK_HAS_PMC: 'The trip has PMC records. Delete them first',
  PICK_MISSING: 'The bill has no trip yet. Add one first',
  PICKUP_OPEN: 'The pickup of the whole bill is not finished',
  PICKUP_COMPLETE: 'All boxes are picked up. Reopen the pickup of a trip instead',
  PMC_NOT_INBOUND: 'Inbound has not started for the trip of this ULD',
  PMC_UNDO_LATE: 'A return can only be undone on the same day',
  SCAN_SSCC: 'Read from the GS1 label: {value}',
  SCAN_NO_SSCC:
    'Not counted. The GS1 label has no SSCC, which begins with (00): {value}. Scan the label with the SSCC or the box number',
  SCAN_SSCC_WRONG: 'Not counted. The check digit of the SSCC {value} is wrong. Scan the label again',
  SCAN_KEY_WRONG: 'Not counted. The check digit of {key} is wrong. Scan the label again',
  SCAN_SSCC_KEY_WRONG:
    'Read from the GS1 label: {value}. The check digit of {key} is wrong: check the goods of this box',
  SCAN_BROKEN: 'Not counted. The GS1 label was not read completely: {value}. Scan it again',
  SCAN_LAYOUT:
    'Not counted. The scanner types for a US keyboard, but this computer’s keyboard is {layout}: {value} is probably {number}. Set both to the same layout and scan again',
  SCAN_LAYOUT_ONLY:
    'Not counted. The scanner types for a US keyboard, but this computer’s keyboard is {layout}: {value} is not a box number. Set both to the same layout and scan again',
  SCAN_LAYOUT_PROVEN:
    'The scanner types for a US keyboard, but this computer’s keyboard is {layout}. {value} was read as {number}, whose check digit is right. Set both to the same layout',
  SCAN_CAPS_LOCK: 'The letters arrived in lower case and were read as capitals. Turn Caps Lock off',
  SCAN_COVERED: 'Not counted: {value}. A window was open over the scan screen. Close it and scan again',
  PDA_TYPING: 'You may scan box numbers, but not type them',
  BOX_NOT_RELEASED: 'Box {no} is not released by customs yet',
  BOX_NOT_RECEIVED: 'Box {no} was not scanned in',
  BOX_GONE: '{no} is not in the warehouse: {place}',
  BOX_ELSEWHERE: 'Box {no} is recorded as “{place}”. Correct that record before you scan the box in',
  BOX_NOT_LOADED: 'Box {no} is not on the truck: {place}. Load it, or take it off its pallet',
  BOX_NOT_CARRIED: 'Box {no} is not on the truck: {place}',
  BOX_DEPARTED: 'Box {no} has left with {cmr}. Undo the departure, or return the goods to the warehouse',
  BOX_ON_PALLET: 'Box {no} is on pallet {pallet}. Take the box off the pallet first',
  SCAN_PARCEL_IN_BOX:
    'Box {box} contains {count} {count|parcel|parcels}, not only {no}. Scan the label of the box',
  SCAN_NO_PALLET:
    'Box {no} is not on a pallet, and a consignment note lists only pallets. Put the box on a pallet, close the pallet and scan its label',
  PALLET_EMPTY: 'The pallet has no boxes',
  PALLET_ON_TRUCK: 'The pallet is loaded with {no}. Return that CMR to draft first',
  CMR_EMPTY: 'Put at least one pallet with boxes on the CMR first',
  CMR_NOT_EMPTY: 'The CMR has pallets, files or emails: remove them first, or cancel it',
  CMR_PALLET_OPEN: 'Pallet {no} is still being built: close it first',
  CMR_PALLET_LOADED: 'Pallet {no} is on {cmr}',
  CMR_PALLET_GONE: 'Pallet {no} has been delivered',
  CMR_PALLET_ELSEWHERE:
    'Pallet {no} goes to {destination}, or is in another warehouse; the CMR goes to {expected}',
  GOODS_UNKNOWN: '{no} is not on this bill',
  GOODS_THERE: '{no} is already recorded as “{place}”',
  GOODS_NOT_FROM: '{no} is recorded as “{place}” and cannot be reported as “{to}”',
  GOODS_STAY: '{no} was not changed: {why}',
  CMR_BOX_UNKNOWN: '{no} is not on {cmr}',
  CMR_BOX_TWICE: 'Several bills on {cmr} have a box {no}: {bills}. Select the box on the CMR screen',
  CMR_PLACES_FIXED: 'The pallets on this CMR were built for this place. Take them off first',
  CMR_BILL_ARCHIVED: '{bill} is archived: restore it first',
  PALLET_NOT_EMPTY: 'Take the boxes off the pallet first',
  PALLET_DESTINATION: 'Box {no} goes to {destination}, the pallet to {expected}',
  PALLET_BOX_UNKNOWN: 'Box {no} is not in the warehouse',

  // Transport scheduling
  TRANSPORT_NO_REFERENCE: 'Enter the booking number of the carrier first',
  TRANSPORT_NO_SPACE: 'Enter what was booked first: weight on a flight, containers on a voyage',
  TRANSPORT_EMPTY: 'Link a bill or a container first',
  TRANSPORT_HAS_BILLS: 'Bills are linked: unlink them first, or cancel the transport',
  TRANSPORT_BILLS_OPEN: '{bill} is not delivered yet',
  TRANSPORT_SAME_PLACE: '{field} must differ from the place of departure',
  FLIGHT_DAY: '{field}: this flight operates only on days {days} (Monday is 1)',
  AIR_CAPACITY_BOOKED: '{booked} kg are booked or allotted, so the capacity cannot be lower',
  AIR_POSITIONS_BOOKED: '{booked} positions are booked, so the plan cannot have fewer',
  AIR_PROMISED: 'Only {free} kg can be allotted: the rest is booked',
  AIR_FULL:
    '{no} has {free} kg free for {customer}, and {bill} needs {kg} kg. Choose another flight, or book less',
  AIR_POSITIONS_FULL: '{no} has {free} positions free, and {bill} needs {wanted}',
  AIR_CUT_OFF: 'The cut-off has passed',
  BOOKING_FLIGHT: '{bill} has flight {flight} but is booked on {booked}. Change the flight of the bill',
  BOOKING_LANDED: '{bill} has landed already',
  BOOKING_MODE: '{bill} has a different mode of transport',
  BOOKING_ROUTE: '{bill} has a different origin or destination airport',
  BOOKING_EXISTS: '{bill} is booked on {no}: unlink it there first',
  FORECAST_EMPTY: 'Enter parcels and weight before you submit the forecast',
  FORECAST_PAST: 'The day of the forecast, {day}, is past. Copy it to another day',
  FORECAST_EXISTS:
    '{no} is a forecast of this customer for the same day, route, channel and country. Change that forecast',
  FORECAST_NOTHING: 'Enter a new bill, or choose existing bills',
  FORECAST_OTHER: '{bill} belongs to another customer, or lands at another airport',
  FORECAST_LINKED: '{bill} was created from forecast {no}: unlink it there first',
  FORECAST_SUBMITTED:
    '{customer} expects {parcels} {parcels|parcel|parcels}, {weight} kg, on {day}: forecast {no}',
  FORECAST_EXPIRED: 'Forecasts that had no bill by the end of their day have expired: {nos}',
  LABEL_TOO_SMALL: 'The barcode of {no} does not fit a label of {size}. Choose {next}',
  LABEL_TOO_LONG: 'The number {no} is too long for a barcode on any label. Use a shorter number',
  LABELS_TOO_MANY:
    '{count} labels are too many to print at once (at most {max}). Choose fewer labels or fewer copies',
  SSCC_USED_UP:
    'Pallet {no} cannot get an SSCC: the numbers of extension digit {digit} are used up. Set another digit under Config, Warehouses',
  LABEL_TEST:
    'The frame is {width} × {height} mm. If it measures differently, or its edges are cut off, print at 100 % on paper of {size}.',
  VIEW_NOT_OF_GROUP: 'Not everyone in the group can see {name}. Share it with everyone first',
  VIEW_NOT_YOURS: 'Only {name}, who created the view, can change it. Save it as your own view instead',
  VIEW_LIMIT: 'Each person can have at most {max} views per list. Delete a view first',
  APPROVAL_NOT_YOURS: 'You are not the current approver',
  APPROVAL_SELF: 'You cannot approve your own document',
  APPROVAL_IN_USE: 'The approval setting is used by pending documents: {nos}. Decide those first',
  DOCUMENT_NOT_YOURS: 'Only the owner, or someone who manages all documents of this type, can change it',
  DOCUMENT_NOT_SUBMITTER: 'Only the person who submitted the document can withdraw it',
  DOCUMENT_DECIDED: 'A step is already decided. The document can still be rejected, but no longer withdrawn',
  DOCUMENT_SUBMITTED: 'The document was submitted before, so its history is kept and it cannot be deleted',
  DOCUMENT_PAST: 'The last day of validity has passed. Set a later day first',
  DOCUMENT_DAY_PAST: '{field} must not be before today ({day})',
  DOCUMENT_TO_DECIDE: '{doc} {no} waits for your approval: {step}',
  DOCUMENT_APPROVED: '{doc} {no} is approved',
  DOCUMENT_REJECTED: '{doc} {no} is rejected by {name}: {reason}',
  DOCUMENT_REPLACED: 'Replaced by {no}',
  DOCUMENT_ENDS: '{doc} {no} ends on {day}',
  DOCUMENT_RENEWS: '{doc} {no} renews automatically for a year after {day}, unless it is terminated before',
  DOCUMENT_STUCK: '{doc} {no}: no approver is left for “{step}”. Withdraw it and submit it again',
  DOCUMENT_MAIL: '{text}. Open it in Freight Console under {screen} by its number.',
  CONTRACT_TOO_LONG: '{field}: a contract runs at most {years} years',
  COMPANY_KIND: '{field}: choose a company of type {kind}',
  CONTRACT_NO_FILE: 'Attach the contract as PDF first',
  TAX_UNIT: '{field}: a specific duty needs both its amount and its unit',
  TAXATION_OVERLAP:
    '{no} is approved for the same country and code from {from}. End it, or submit with replacement',
  TAXATION_NONE:
    'No approved rate for {country} covers {code} on {day}. Add one, or a rate with the code * that covers all codes',
  TAXATION_ENDED:
    'The rates for {country} and {code} are known to {known}, not for {day}. Add the next period',
  TAX_VALUE: 'CIF: {goods} goods + {freight} transport and insurance to the border',
  TAX_VALUE_AT:
    'CIF: {goods} goods + {freight} transport and insurance to the border, at {rate} {from} per euro, the customs rate of {published}',
  TAX_RELIEF: 'No duty on goods worth up to {limit} EUR',
  TAX_ITEM_DUTY: '{items} {items|item|items} × {each} {currency}, as the goods are worth at most {limit} EUR',
  TAX_PREFERENCE: '{rate} % of {value} {currency}, the preferential rate',
  TAX_DUTY: '{rate} % of {value} {currency}',
  TAX_SPECIFIC: '{quantity} × {each} {currency}',
  TAX_ADDITIONAL: '{name}: {rate} % of {value} {currency}',
  TAX_VAT_BASE: '{value} customs value + {duties} duties + {transport} inland transport',
  TAX_VAT: '{rate} % of {base} {currency}',
  TAX_VAT_OVER: '{rate} % of {base} {currency}; IOSS ends at {limit} EUR',
  TAX_VAT_BUSINESS: '{rate} % of {base} {currency}; IOSS is for sales to consumers',
  TAX_IOSS: 'Paid by the seller through IOSS',
  QUOTE_PARTY:
    '{field}: a sales quote is for one customer, one customer group or all customers; a purchase quote is from one supplier',
  QUOTE_NO_LINES: 'The quote has no lines yet. Add at least one price',
  QUOTE_OVERLAP:
    '{no} covers the lane {lane} for the same party and service from {from} to {to}. End it, or submit with replacement',
  QUOTE_LINE_PRICE: '{field}, line {no}: enter one price, or prices by weight',
  QUOTE_LINE_BASIS: '{field}, line {no}: only charges per kg can have prices by weight',
  QUOTE_LINE_BREAKS: '{field}, line {no}: prices by weight start at 0 kg and go upwards',
  QUOTE_LINE_TWICE: '{field}, line {no}: the lane {lane} already has this charge item in line {first}',
  QUOTE_CELL_PRICE: '{field}: “{value}” is not a price. Use at most four decimals, and no sign',
  QUOTE_CELL_BASIS: '{field}: only charges per kg can have prices by weight. Leave one price',
  OFFER_LINE_TWICE: '{field}, line {no}: this charge item is already in line {first}',
  OFFER_LINE_AMOUNT: '{field}, line {no}: a line amounts to at most 1,000,000,000',
  ORDER_QUOTE_OVERLAP:
    '{no} is open for the same customer, service and lane {lane} until {to}. Mark it as won or lost, end it, or submit with replacement',
  QUOTE_BILL_OTHER: '{field}: the bill {no} belongs to another customer',
  QUOTE_NOT_OFFERED: 'Only an approved quote can be won or lost',
  QUOTE_BILLED: 'A bill is already priced with this quote, so its result stays “Won”',
  INCOTERM_SEA:
    '{field}: FAS, FOB, CFR and CIF are for sea freight only. For air freight, enter FCA, CPT or CIP',
  OFFER_NO_CARD: 'No approved standard quote of this service has a price on this lane',
  OFFER_TAX_INCLUDED: '{no} has a price that includes VAT. The prices of an offer exclude VAT',
  ENTRY_TYPE_CLOSED: 'Entry type {type} is no longer accepted by CBP',
  ENTRY_ANSWERED: 'Customs on entry {no}: {event}. {text}',
  ENTRY_TO_APPROVE: 'Entry {no} waits for your approval',
  ENTRY_RETURNED: 'Entry {no} was returned: {text}',
  ENTRY_APPROVED: 'Entry {no} was approved and can be transmitted',
  ENTRY_NO_USED: 'Entry number {no} was already used. Leave it empty for the next free one',
  ENTRY_NO_FILER: 'Entry number {no} does not begin with the filer code {filer} of the account',
  ENTRY_NO_BILL: 'Choose a sea bill, or an air bill to the United States',
  ENTRY_NONE_LEFT: 'Every consignment of this bill is in an entry already',
  ENTRY_LINES:
    'The goods for {name} have {n} lines, but an entry can have {max} at most. Check with customs whether they may be split, then add the entries one by one',
  ANSWER_NONE_OPEN: 'No customs response is waiting here',
  ENTRY_NO_ACCOUNT: 'Add a NetCHB account first: entry numbers begin with its filer code',
  ENTRY_NO_SERIALS: 'Filer {filer} has no entry numbers left',
  PERIOD_OVERLAP: '{field}: {code} already has a rate from {day}. End that rate first',
  RATE_KIND: '{field} is not used for rates of type {kind}',
  OFFER_NO_QUANTITY: 'The price in {no} is “{unit}”: enter the quantity',
  OFFER_RAISED: 'With the fuel surcharge: {price} {currency}',
  OFFER_LUMP: 'Offered as one lump sum',
  OFFER_COST: '{quantity} × {price} {currency}',
  OFFER_COST_OTHER: 'Bought in {currency}: the cost was not filled in',
  OFFER_TITLE: 'Quotation',
  OFFER_FOR: 'For',
  OFFER_DAY: 'Date',
  OFFER_ROUTE: 'Route',
  OFFER_SHIPMENT: 'Shipment',
  OFFER_PACKAGES: '{count} {count|package|packages}',
  OFFER_CHARGEABLE: 'chargeable weight {kg} kg',
  OFFER_VALID: 'This offer is valid until {day}. Prices are without VAT.',
  OFFER_UNAPPROVED: 'Not approved yet: this is not an offer',
  OFFER_OVER: 'This offer has ended',
  OFFER_PAGE: 'Page {no}',
  PRICE_NONE: 'No approved quote of this service covers {from} to {to} on {day}',
  PRICE_GROSS: '{weight} kg, rounded up to {step} kg: {kg} kg',
  PRICE_VOLUMETRIC:
    'The volumetric weight ({volume} m³ at {divisor} cm³/kg) exceeds the actual weight; rounded up to {step} kg: {kg} kg',
  PRICE_BREAK: '{quantity} kg × {price} {currency}, the price from {from} kg on',
  PRICE_NEXT_BREAK:
    '{quantity} kg × {price} {currency}: charged at the next weight break, which is less than {own} {currency}',
  PRICE_FLAT: '{quantity} × {price} {currency} ({unit})',
  PRICE_PERCENT: '{price} % of {value} {currency}',
  PRICE_MINIMUM: 'Raised to the minimum charge of {minimum} {currency}',
  PRICE_FUEL: 'Fuel surcharge: {percent} % of {of} {currency}',
  PRICE_TOTAL: 'Total in {currency}',
  TAX_TOTAL: '{duties} duties + {vat} VAT',
  SEA_HAS_FILINGS: 'An ISF or an entry is linked to this sea bill: unlink it first',
  SEA_NO_BILL: 'No bill is linked',
  CONTAINER_NOTHING_DUE: 'No day of {no} is left to charge',
  TARIFF_STEPS:
    '{field}: step {no} is not valid. The first step starts on day 1 and each further one on a later day. Prices cannot be negative',
  AMS_BILL_UNKNOWN:
    'No sea or air bill to the United States has the number {value}: check the number, or create the bill first',
  SEA_BILL_LINKED: 'Bill {bill} already belongs to sea bill {no}',
} as const;
