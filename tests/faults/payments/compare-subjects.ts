import type { Account } from '#app/domain/ledger/ledger.ts'
import { type Due, findDue } from './due.ts'
import type { PaymentEvidence } from './evidence.ts'

/** Whatever can be paid for has exactly what is due by its state, at the provider and in each account. */
export function compareSubjects(evidence: PaymentEvidence): string[] {
  const { payments, ledger } = evidence
  const due = findDue(evidence)
  // What the provider keeps for itself is about none of them.
  const posted = ledger.filter(({ subject }) => !subject.startsWith('movement:'))
  const subjects = new Set([...due.keys(), ...[...payments, ...posted].map(({ subject }) => subject)])
  return [...subjects].flatMap((subject) => {
    const accounts = sumAccounts(posted.filter((line) => line.subject === subject))
    const mine = due.get(subject) ?? {}
    return [...compareTaken(subject, mine, evidence), ...compareAccounts(subject, mine, accounts)]
  })
}

function compareTaken(subject: string, { provider: due = 0 }: Due, { payments, taken }: PaymentEvidence) {
  const mine = payments.filter((payment) => payment.subject === subject).map(({ id }) => id)
  const net = taken
    .filter(({ reference }) => mine.includes(reference))
    .reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
  if (net === due) return []
  return [`${net > due ? 'doubled' : 'lost'}: ${subject} has ${net} at the provider instead of ${due}`]
}

function compareAccounts(subject: string, due: Due, posted: ReadonlyMap<Account, number>) {
  const accounts = new Set([...(Object.keys(due) as Account[]), ...posted.keys()])
  return [...accounts]
    .filter((account) => (posted.get(account) ?? 0) !== (due[account] ?? 0))
    .map((account) => `${subject} has ${posted.get(account) ?? 0} in ${account} instead of ${due[account] ?? 0}`)
}

function sumAccounts(lines: PaymentEvidence['ledger']) {
  const sums = new Map<Account, number>()
  for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents)
  return sums
}
