import { setTimeout as pause } from 'node:timers/promises'
import { blogPage } from '#content/pages/blog.ts'
import { type Person, type PublicForm, publicForms, visitor } from '#tests/support/visitor.ts'
import type { Chance } from '../chance.ts'
import { retry, serviceUnavailable } from '../retry.ts'
import type { Seen } from '../suite.ts'

/** A form that the site confirmed as accepted, and when. */
export type Answered = { form: string; email: string; at: number }

type Site = { readonly url: string }
type All = Seen & { answered: Answered[] }

/** An impatient visitor: resubmits the same form until it is accepted, and sometimes submits it twice at once. */
async function sendForm(site: Site, person: Person, form: PublicForm, chance: Chance, seen: All) {
  const client = visitor(site)
  const filled = await retry(seen, () => form.fill(client, person))
  const press = async () => {
    const { status } = await client.post(filled.path, filled.fields)
    if (status === 303) return true
    if (status !== 503) seen.unexpected.push(`${form.name} was answered ${status}`)
    return serviceUnavailable
  }
  const presses = chance.next() < 0.3 ? 2 : 1
  await Promise.all(Array.from({ length: presses }, () => retry(seen, press)))
  seen.answered.push({ form: form.name, email: person.email, at: Date.now() })
}

/** A few visitors at once, each sending one form after the other until the round is over. */
export async function visitConcurrently(
  site: Site,
  { number: round, isOver }: { number: number; isOver: () => boolean },
  chance: Chance,
  seen: All,
) {
  await Promise.all(
    Array.from({ length: atOnce }, async (_, visitor) => {
      for (let number = 0; number === 0 || !isOver(); number += 1) {
        const which = `${round}-${visitor}-${number}`
        const person = { name: `Visitor ${which}`, email: `visitor-${which}@example.com` }
        const form = publicForms[(visitor + number) % publicForms.length]
        if (form) await sendForm(site, person, form, chance, seen)
        await pause(chance.between(0, 100))
      }
    }),
  )
}

const atOnce = 4

/** A visitor who reads the blog: posts that were shown once stay, even if the feed is down. */
export async function readBlog(site: Site, title: string, isOver: () => boolean, seen: Seen & { posts: boolean }) {
  do {
    await pause(200)
    const answer = await fetch(new URL('/blog', site.url)).catch(() => undefined)
    const html = await answer?.text().catch(() => undefined)
    if (!answer || html === undefined) seen.unanswered += 1
    else if (answer.status === 503) seen.rejected += 1
    else if (answer.status !== 200) seen.unexpected.push(`the blog was answered ${answer.status}`)
    else if (html.includes(title)) seen.posts = true
    // The message of the page while the database is unavailable.
    else if (html.includes(blogPage.fetchFailed)) seen.rejected += 1
    else if (seen.posts) seen.unexpected.push('lost: the blog showed no posts any more')
  } while (!isOver())
}
