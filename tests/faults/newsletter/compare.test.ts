import { describe, expect, test } from 'vitest'
import { compareNewsletters, type NewsletterEvidence } from './compare.ts'

type Ledger = NewsletterEvidence['ledgers'][number]
type Recipient = Ledger['recipients'][number]

/** One newsletter to two people, one of whose addresses is rejected. */
function fine(): NewsletterEvidence & { one: Ledger; maya: Recipient; bad: Recipient } {
  const recipient = (id: string, more: Partial<Recipient>): Recipient => ({
    id,
    kind: 'newsletter',
    ids: '{}',
    campaignId: 'newsletter-1',
    subscriberId: id,
    recipient: `${id}@example.com`,
    messageId: `<${id}@clinic>`,
    state: 'sent',
    subject: null,
    raw: null,
    lastError: null,
    trouble: null,
    createdAt: 0,
    sentAt: 0,
    handledAt: null,
    tries: 0,
    triedAt: 0,
    uncertain: 0,
    retried: 0,
    reason: null,
    ...more,
  })
  const maya = recipient('maya', {})
  const bad = recipient('bad', { state: 'failed', tries: 1, reason: 'smtp 550' })
  const one: Ledger = {
    campaign: {
      id: 'newsletter-1',
      url: '',
      subject: null,
      intro: null,
      body: null,
      sentBody: null,
      state: 'done',
      pausedWhy: null,
      refusals: 0,
      refusedFor: null,
      startsAt: null,
      gatheredTo: null,
      enqueued: 1,
      enqueuedTo: null,
      gathered: 1,
      requeueUntil: null,
      recipients: 2,
      sent: 1,
      kept: 0,
      failed: 1,
      leftOut: 0,
      uncertain: 0,
      createdAt: 0,
      startedAt: 0,
      endedAt: 0,
    },
    recipients: [maya, bad],
  }
  return {
    one,
    maya,
    bad,
    ledgers: [one],
    subscribers: [
      { id: 'maya', email: maya.recipient },
      { id: 'bad', email: bad.recipient },
    ],
    mails: [{ messageId: maya.messageId, to: [maya.recipient], at: 1 }],
    outbox: ['<today>'],
    isBad: (address) => address === bad.recipient,
  }
}

describe('the comparison of newsletters finds', () => {
  test('nothing if every subscriber is accounted for', () => {
    expect(compareNewsletters(fine())).toEqual([])
  })

  const broken: [string, (all: ReturnType<typeof fine>) => void, RegExp][] = [
    ['a skipped subscriber', ({ one }) => one.recipients.pop(), /bad@example.com was skipped/],
    ['a recipient still waiting', ({ maya }) => (maya.state = 'waiting'), /still waiting/],
    ['a recipient who counts as sent and got nothing', ({ mails }) => mails.pop(), /counts as sent and got nothing/],
    [
      'a recipient who got two mails and is not marked',
      ({ mails }) => mails.push({ ...mails[0]! }),
      /got 2 mails and is not marked/,
    ],
    [
      'a recipient who counts as failed and got the mail',
      ({ maya }) => (maya.state = 'failed'),
      /counts as failed, is not marked/,
    ],
    [
      'a recipient given up too soon',
      (all) => {
        all.maya.state = 'failed'
        all.mails = []
      },
      /given up after 0 tries/,
    ],
    ['a mail that went elsewhere', ({ mails }) => (mails[0]!.to = ['rosa@example.com']), /went elsewhere/],
    [
      'a mail to no recipient',
      ({ mails }) => mails.push({ messageId: '<x>', to: ['y@example.com'], at: 1 }),
      /in no ledger/,
    ],
    ['counts that do not add up', ({ one }) => (one.campaign.sent = 2), /says sent 2, the ledger 1/],
  ]
  test.each(broken)('%s', (_, breaks, sentence) => {
    const evidence = fine()
    breaks(evidence)
    expect(compareNewsletters(evidence).join('\n')).toMatch(sentence)
  })

  test("no violation in an email of the outbox, such as the clinic's of the day", () => {
    const evidence = fine()
    evidence.mails.push({ messageId: '<today>', to: ['clinic@example.com'], at: 1 })
    expect(compareNewsletters(evidence)).toEqual([])
  })

  test('no violation in two mails to a recipient who is marked', () => {
    const evidence = fine()
    evidence.maya.uncertain = 1
    evidence.one.campaign.uncertain = 1
    evidence.mails.push({ ...evidence.mails[0]! })
    expect(compareNewsletters(evidence)).toEqual([])
  })
})
