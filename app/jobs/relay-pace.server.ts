import { setTimeout as pause } from 'node:timers/promises'
import { reserveTurn } from '#app/domain/limits/pace.server.ts'
import type { Services } from '#app/services.server.ts'

/** Waits until the relay may get another letter; answers when to ask again if that is not soon. */
export async function waitForRelayTurn({ database, config: { mail } }: Services): Promise<{ askAgainAt?: number }> {
  if (mail.transport !== 'relay' || mail.perSecond === 0) return {}
  const { perSecond } = mail
  const turn = await database.transaction((tx) => reserveTurn({ tx }, 'pace:relay', { perSecond, now: Date.now() }))
  if (!turn.ok) return { askAgainAt: turn.askAgainAt }
  await pause(turn.at - Date.now())
  return {}
}
