import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { deviceName } from './device-name.ts'

/** The library stores dates as text on SQLite. */
const toTime = (date: string | Date) => toInstant(new Date(date).getTime())

/** The person's account, and those of their own addresses: without the password, which nobody can read. */
export async function exportAccounts(
  { db }: { db: Db },
  { addresses, accountId = '' }: DataSubject,
): Promise<Exported> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where((user) => user.or([user('email', 'in', addresses), user('id', '=', accountId)]))
    .execute()
  const ids = users.map(({ id }) => id)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['userId', 'name', 'createdAt'])
    .where('userId', 'in', ids)
    .execute()
  const sessions = await db.selectFrom('sessions').selectAll().where('userId', 'in', ids).execute()
  const items = users.map((user): ExportItem => ({
    name: user.name || undefined,
    email: user.email,
    emailConfirmed: Boolean(user.emailVerified),
    twoFactorAuthentication: Boolean(user.twoFactorEnabled),
    madeAt: toTime(user.createdAt),
    passkeys: passkeys
      .filter(({ userId }) => userId === user.id)
      .map(({ name, createdAt }) => ({
        name: name ?? undefined,
        addedAt: createdAt === null ? undefined : toTime(createdAt),
      })),
    signedInDevices: sessions
      .filter(({ userId }) => userId === user.id)
      .map(({ userAgent, ipAddress, createdAt, updatedAt }) => ({
        device: deviceName(userAgent ?? ''),
        networkAddress: ipAddress || undefined,
        signedInAt: toTime(createdAt),
        lastUsedAt: toTime(updatedAt),
      })),
  }))
  return { items, ids }
}
