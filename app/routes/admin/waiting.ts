import { releaseContext } from '#app/http/context.ts'
import { countWaiting } from './count-waiting.server.ts'
import type { Route } from './+types/waiting.ts'

/** The counts of the menu and the release that runs, for an open dashboard that asks again and again (`useWaiting`). */
export async function loader({ context }: Route.LoaderArgs) {
  const waiting = await countWaiting(context)
  const news = waiting && { waiting, release: context.get(releaseContext) }
  return Response.json(news ?? null, { status: news ? 200 : 503 })
}
