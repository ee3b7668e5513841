import { getPricedCart } from '#app/http/cart.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readTablet } from '#app/http/tablet.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import type { Route } from './+types/visitor.ts'

/** What the header shows of a visitor; a page that was open for a while compares itself (enhance/visitor-changes.ts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const who = await loadOr503(context, () => getSignedIn(request, context))
  const visitor = {
    isSignedIn: who !== undefined,
    cartLines: getPricedCart(request, context).lines.length,
    // Of most there is nothing to say.
    ...(readTablet(request, context) !== undefined && { isTablet: true }),
  }
  return Response.json(visitor, { headers: { 'Cache-Control': 'no-store' } })
}
