import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { reserveTurn } from './pace.server.ts'

type Deps = { database: Database; config: { mail: { transport: string; perSecond?: number } } }

/** Waits until the relay may get another email; answers when to ask again if that is not soon. */
export async function waitForRelayTurn({ database, config: { mail } }: Deps): Promise<{ askAgainAt?: number }> {
  const { transport, perSecond = 0 } = mail
  if (transport !== 'relay' || perSecond === 0) return {}
  const turn = await database.transaction((tx) => reserveTurn({ tx }, 'pace:relay', { perSecond, now: Date.now() }))
  if (!turn.ok) return { askAgainAt: turn.askAgainAt }
  await pause(turn.at - Date.now())
  return {}
}
