import { setTimeout as pause } from 'node:timers/promises'
import { createQueue } from '#app/queue/queue.server.ts'
import { answerCutOff, answerDripping, answerNever, answerStatus, answerText } from '#tests/support/hosted-services.ts'
import type { Fault } from './fault.ts'

const broken = [
  answerStatus(500),
  answerStatus(404),
  answerNever,
  answerCutOff,
  answerDripping,
  answerText('', 'application/rss+xml'),
  answerText('<rss><channel><item><title>Half a', 'application/rss+xml'),
  answerText('<!doctype html><title>Moved</title>', 'text/html'),
]

/** The server of the blog's feed sends unusable responses while the feed is read. */
export const feedOutage: Fault = {
  async inject({ feed, withDatabase }, chance) {
    feed.service.answerWith(chance.oneOf(broken))
    for (let reads = 0; reads < 2; reads += 1) {
      // The database may be unavailable.
      await withDatabase((database) =>
        database.transaction((tx) => createQueue(database).enqueue(tx, 'read-feed', {}, { uniqueKey: 'torture' })),
      ).catch(() => {})
      await pause(chance.between(200, 1_200))
    }
    feed.recover()
  },
}
