import { pageContext, type RequestContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { getLock, unlock } from '#app/http/step-up.server.ts'
import { submit } from '#app/http/submit.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { admin } from '#content/pages/admin.ts'
import type { Route } from './+types/lock.ts'

/** What a page that locked itself asks (`IdleLock`); not below the dashboard's layout, so it is no activity. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const lock = await tryLoad(context, async () => {
    const who = await getStaff(request, context)
    return who ? getLock(context, who) : ('signed-out' as const)
  })
  return Response.json(lock ?? null, { status: lock ? 200 : 503 })
}

/** Without an error once it is unlocked. */
export async function action({ request, context }: Route.ActionArgs) {
  const error = await submit(
    context,
    async () => {
      const who = await getStaff(request, context)
      if (!who) return admin.denied
      const actor = { who: who.accountId, from: context.get(pageContext).clientAddress }
      return unlock(request, context, who, actor)
    },
    () => admin.notStored,
  )
  return Response.json({ error })
}

async function getStaff(request: Request, context: RequestContext) {
  const who = await getSignedIn(request, context)
  return who?.access ? who : undefined
}
