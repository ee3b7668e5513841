import { countWaiting } from './count-waiting.server.ts'
import type { Route } from './+types/waiting.ts'

/** The counts of the menu, for an open dashboard that asks again and again (`useWaiting`). */
export async function loader({ context }: Route.LoaderArgs) {
  const waiting = await countWaiting(context)
  return Response.json(waiting ?? null, { status: waiting ? 200 : 503 })
}
