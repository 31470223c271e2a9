/** The English messages, one file for each page. The other languages have the same shape. */
import * as accounts from "./accounts.ts";
import * as advisor from "./advisor.ts";
import * as attachments from "./attachments.ts";
import * as auth from "./auth.ts";
import * as categoryNames from "./category-names.ts";
import * as common from "./common.ts";
import * as coverage from "./coverage.ts";
import * as mailboxes from "./mailboxes.ts";
import * as transactions from "./transactions.ts";
import * as edits from "./edits.ts";
import * as feeds from "./feeds.ts";
import * as fixing from "./fixing.ts";
import * as goals from "./goals.ts";
import * as households from "./households.ts";
import * as importing from "./importing.ts";
import * as merchants from "./merchants.ts";
import * as notifications from "./notifications.ts";
import * as offline from "./offline.ts";
import * as overview from "./overview.ts";
import * as reading from "./reading.ts";
import * as recurring from "./recurring.ts";
import * as reports from "./reports.ts";
import * as settings from "./settings.ts";
import * as shared from "./shared.ts";
import * as sharing from "./sharing.ts";
import * as statement from "./statement.ts";
import * as statements from "./statements.ts";
import * as views from "./views.ts";

export const en = {
  ...common,
  ...categoryNames,
  ...attachments,
  ...auth,
  ...statements,
  ...statement,
  ...coverage,
  ...accounts,
  ...transactions,
  ...advisor,
  ...edits,
  ...feeds,
  ...mailboxes,
  ...fixing,
  ...goals,
  ...households,
  ...importing,
  ...merchants,
  ...notifications,
  ...offline,
  ...overview,
  ...reading,
  ...recurring,
  ...reports,
  ...settings,
  ...shared,
  ...sharing,
  ...views,
};
