import type { Database } from '#app/database/connection.server.ts'
import { findTeaser } from '#app/domain/blog/blog.server.ts'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { nearTimes } from '#app/domain/booking/calendar/calendar-view.server.ts'
import type { NextFreeTimes } from '#app/domain/booking/next-free-times.server.ts'
import { bookingPath } from '#app/domain/catalogue/service.ts'
import { findServiceId } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import { fillInMarkdown } from '#app/domain/content/placeholders.ts'
import { type FindPicture, withPictures } from '#app/domain/content/shown-pictures.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { type NewsletterBlock, newsletterFields, type NewsletterPicture, toSitePhoto } from './newsletter-block.ts'
import { splitBlocks, type WrittenBlock } from './split-blocks.ts'

export type BlocksDeps = {
  database: Database
  clinic: { facts(now: number): ClinicFacts }
  content: Pick<ContentNow, 'list' | 'template'>
  pictures: { find: FindPicture }
  feed: FeedReader
  nextFree: Pick<NextFreeTimes, 'find'>
  config: { schedulingUrl?: string | undefined; publicOrigin: string }
}

/** The blocks of a newsletter as they are at this moment: posts, free times and opening hours change. */
export async function resolveBlocks(deps: BlocksDeps, body: string, now: number): Promise<NewsletterBlock[]> {
  const clinic = deps.clinic.facts(now)
  const { body: text } = withPictures(
    { body: newsletterFields.body },
    { body: fillInMarkdown(body, clinic) },
    deps.pictures.find,
  )
  const blocks: NewsletterBlock[] = []
  for (const written of splitBlocks(text)) blocks.push(await resolveBlock(deps, written, { clinic, now }))
  return blocks
}

async function resolveBlock(
  deps: BlocksDeps,
  written: WrittenBlock,
  { clinic, now }: { clinic: ClinicFacts; now: number },
): Promise<NewsletterBlock> {
  switch (written.kind) {
    case 'hours':
      return { kind: 'hours', days: clinic.week.map(({ name, text }) => ({ name, text })) }
    case 'times':
      return { kind: 'times', times: await findTimes(deps, clinic.timeZone, now) }
    case 'link': {
      const teaser = await findTeaser(deps, written.href.replace(deps.config.publicOrigin, ''))
      if (!teaser) return { kind: 'text', text: written.text }
      const { title, url, excerpt } = teaser
      return { kind: 'post', title, url, excerpt, picture: toPicture(teaser) }
    }
    default:
      return written
  }
}

const shownTimes = 3

/** Of a General Consultation, each a link that carries it into the booking form. */
async function findTimes({ nextFree, content, config }: BlocksDeps, timeZone: string, now: number) {
  // Only the hosted calendar knows its free times.
  if (config.schedulingUrl) return []
  const id = findServiceId(content, undefined)
  const { days } = await nextFree.find(id, now)
  const times = days.flatMap((day) => day.times).slice(0, shownTimes)
  return nearTimes(times, {}, timeZone).map(({ day, clock, query }) => ({
    label: `${day}, ${clock}`,
    href: bookingPath({ id }) + query,
  }))
}

function toPicture({ picture, pictureId, photo }: PostTeaser): NewsletterPicture | undefined {
  if (typeof picture === 'object') return picture.jpeg
  if (picture) return toSitePhoto(picture)
  // The rules of the stock-photo service allow none in emails.
  return pictureId && !photo ? { src: `/blog/pictures/${pictureId}`, width: 1200, height: 800 } : undefined
}
