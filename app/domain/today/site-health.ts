import { siteHealth as words } from '#content/pages/admin-today.ts'
import { isHealthy, type SiteHealth } from './today.ts'

/** Mail, blog and backup in one line. `when` formats a moment. */
export function describeSiteHealth(health: SiteHealth, when: (at: number) => string) {
  const { mail, feed, backup } = health
  const isWell = isHealthy(health)
  return [
    // 'Everything is working' is untrue while no emails are sent.
    ...(isWell && !mail.leaves
      ? [words.mail.kept, words.restIsWell]
      : [isWell ? words.well : words.notWell, mailText(mail, when)]),
    feedText(feed, when),
    backupText(backup, when),
  ].join(' ')
}

function backupText({ madeAt, triedAt = 0, failing }: SiteHealth['backup'], when: (at: number) => string) {
  if (madeAt === undefined) return words.backup.none
  return (triedAt >= madeAt && !failing ? words.backup.restorable : words.backup.made)(when(madeAt))
}

function mailText(
  { leaves, waiting, since, failed, newsletterWaits }: SiteHealth['mail'],
  when: (at: number) => string,
) {
  if (!leaves) return words.mail.kept
  const failures = [
    ...(waiting > 0 && since !== undefined ? [words.mail.waits(waiting, when(since))] : []),
    ...(newsletterWaits ? [words.mail.newsletterWaits] : []),
    ...(failed > 0 ? [words.mail.failed(failed)] : []),
  ]
  return failures.join(' ') || words.mail.goesOut
}

function feedText({ readAt, failing }: SiteHealth['feed'], when: (at: number) => string) {
  if (failing) return readAt === undefined ? words.feed.failed : words.feed.failing(when(readAt))
  return readAt === undefined ? words.feed.neverRead : words.feed.read(when(readAt))
}
