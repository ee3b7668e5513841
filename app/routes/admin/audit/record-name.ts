import type { KnownAccount } from '#app/domain/accounts/accounts.server.ts'
import type { DeliveredContent } from '#app/domain/content/content-now.server.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { records } from '#content/audit.ts'
import { auditPage } from './words.ts'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { isContentName } from '#app/domain/content/content-record.ts'

/** Accounts by id, and the email that makes one the admin's. */
export type Accounts = { byId: ReadonlyMap<string, KnownAccount>; adminEmail: string }

const kinds: Record<string, { word: string; href?: (id: string) => string } | undefined> = records

/** A record by its current name, or by its id if it has none, with the page that shows it. */
export function namedRecord(
  content: Names,
  record: string,
  accounts: Accounts,
  people?: ReadonlyMap<string, string>,
): { text: string; href: string | undefined } {
  const [kind = '', id = ''] = record.split(/:(.*)/s)
  const known = ownValue(kinds, kind)
  const { word = kind } = kind === 'content' && id.startsWith('clinic/') ? records.clinic : (known ?? {})
  return { text: describe(content, kind, id, word, accounts, people?.get(record)), href: known?.href?.(id) }
}

function describe(
  content: Names,
  kind: string,
  id: string,
  word: string,
  accounts: Accounts,
  person: string | undefined,
) {
  // Only for those who may open the patients; an order is known by its number, too.
  if (person !== undefined) return kind === 'order' ? `${word} ${id}: ${person}` : `${word}: ${person}`
  if (kind === 'account') return accountInWords(id, accounts)
  // Colleagues know each other.
  if (kind === 'staff') return `${word}: ${accounts.byId.get(id)?.name ?? auditPage.gone}`
  const name = ownValue(names, kind)?.(id, content)
  return name ? `${word}: ${name}` : `${word} ${shortened(id)}`
}

function accountInWords(id: string, { byId, adminEmail }: Accounts) {
  const account = byId.get(id)
  if (!account) return auditPage.gone
  return account.email === adminEmail ? auditPage.adminsAccount : auditPage.otherAccount
}

type Names = Pick<DeliveredContent, 'has' | 'titleOf'>

const titleOf = (name: string, content: Names) =>
  isContentName(name) && content.has(name) ? content.titleOf(name) : undefined

const names: Record<string, (id: string, content: Names) => string | undefined> = {
  clinic: sectionName,
  connection: (id) => ownValue<string>(connectionsPage.titles, id),
  content: titleOf,
  hours: (id, content) => titleOf(`team/${id}`, content),
  'reply-template': (id, content) => titleOf(`reply-templates/${id}`, content),
  stock: (id, content) => titleOf(`products/${id}`, content),
}

const { closures, notice, hours, reminder, phones, emails, address } = clinicAdminPage
const holidays = { heading: closures.holidays.label }
const sections = { closures, holidays, notice, hours, reminder, phones, emails, address }

/** Prices were sections once: 'product:triphala'. */
function sectionName(section: string, content: Names) {
  return ownValue<{ heading: string }>(sections, section)?.heading ?? titleOf(section.replace(':', 's/'), content)
}

/** The beginning of a random id tells two apart. */
const shortened = (id: string) => (/^[\da-f-]{20,}$/.test(id) ? `${id.slice(0, 8)}…` : id)
