import { siteHealth as words } from '#content/pages/admin-today.ts'
import { allIsWell, type Wellbeing } from './today.ts'

/** How mail, blog and backup are, in one line. `when` says when a moment was. */
export function wellbeingText(wellbeing: Wellbeing, when: (at: number) => string) {
  const { mail, feed, backup } = wellbeing
  const isWell = allIsWell(wellbeing)
  return [
    // 'Everything is working' beside emails that reach nobody would be untrue.
    ...(isWell && !mail.leaves
      ? [words.mail.kept, words.restIsWell]
      : [isWell ? words.well : words.notWell, mailText(mail, when)]),
    feedText(feed, when),
    backupText(backup, when),
  ].join(' ')
}

function backupText({ madeAt, triedAt = 0, troubled }: Wellbeing['backup'], when: (at: number) => string) {
  if (madeAt === undefined) return words.backup.none
  return (triedAt >= madeAt && !troubled ? words.backup.restorable : words.backup.made)(when(madeAt))
}

function mailText(
  { leaves, waiting, since, failed, newsletterWaits }: Wellbeing['mail'],
  when: (at: number) => string,
) {
  if (!leaves) return words.mail.kept
  const troubles = [
    ...(waiting > 0 && since !== undefined ? [words.mail.waits(waiting, when(since))] : []),
    ...(newsletterWaits ? [words.mail.newsletterWaits] : []),
    ...(failed > 0 ? [words.mail.failed(failed)] : []),
  ]
  return troubles.join(' ') || words.mail.goesOut
}

function feedText({ readAt, failing }: Wellbeing['feed'], when: (at: number) => string) {
  if (failing) return readAt === undefined ? words.feed.failed : words.feed.failing(when(readAt))
  return readAt === undefined ? words.feed.neverRead : words.feed.read(when(readAt))
}
