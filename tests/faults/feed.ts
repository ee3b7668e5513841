import { answerRss, exampleItems, startHostedService } from '#tests/support/hosted-services.ts'

export type Feed = Awaited<ReturnType<typeof startFeed>>

/** The server of the blog's feed; its posts never change. */
export async function startFeed() {
  const posts = exampleItems(4)
  const fine = answerRss(posts)
  const service = await startHostedService(fine)
  return { service, url: `${service.origin}/feed.xml`, posts, recover: () => service.answerWith(fine) }
}
