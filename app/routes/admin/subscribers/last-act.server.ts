import { findDeleted } from '#app/domain/newsletter/deleted-subscribers.server.ts'
import { findSubscriberRow } from '#app/domain/newsletter/subscriber-list.server.ts'
import { subscriberId } from '#app/domain/newsletter/subscriber-forms.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { type FlashName, flashAbout, takeFlash } from '#app/http/flash.ts'
import { tryLoad } from '#app/http/load.ts'
import { subscribersPage as words } from './words.ts'
import type { Notice } from './act-on-subscribers.server.ts'

const sentences = {
  'subscriber-added': words.added,
  'subscriber-already-listed': words.known,
  'subscriber-saved': words.saved,
  'subscriber-restored': words.restored,
  'subscriber-reset': words.wasReset,
} satisfies Partial<Record<FlashName, (email: string) => string>>

const flashes = [...(Object.keys(sentences) as (keyof typeof sentences)[]), 'subscriber-deleted'] as const

/** The message after a redirect, with Undo after a deletion. */
export async function lastAct(request: Request, context: RequestContext): Promise<Notice | undefined> {
  const { database } = context.get(servicesContext)
  const flash = takeFlash(request, context, flashes)
  const { data: id } = subscriberId.safeParse(flashAbout(request))
  if (!flash || !id) return undefined
  const find = () =>
    flash === 'subscriber-deleted' ? findDeleted(database, id, Date.now()) : findSubscriberRow(database, id)
  const subscriber = await tryLoad(context, find)
  if (!subscriber) return undefined
  if (flash !== 'subscriber-deleted') return { kind: 'success', text: sentences[flash](subscriber.email) }
  return {
    kind: 'success',
    text: words.deleted(subscriber.email),
    button: { text: words.undo, intent: `undo:${id}` },
  }
}
