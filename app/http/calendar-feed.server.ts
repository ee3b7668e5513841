import { findFeedAccess, renewStaffFeed, staffFeedPayload } from '#app/domain/accounts/staff-feed.server.ts'
import { feedLinkPayload, feedPath, feedPurpose, renewFeed } from '#app/domain/booking/calendar/clinic-feed.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { getActor, getStaff } from './admin.server.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { mayOpen } from './rights.server.ts'

/** The private address of a calendar feed: the clinic's for the owner, for others one that ends with their access. */
export async function feedUrl(context: RequestContext) {
  const { database, config, signer } = context.get(servicesContext)
  const payload = isOwner(context)
    ? await feedLinkPayload(database)
    : await staffFeedPayload(database, getActor(context).who)
  return payload && `${config.publicOrigin}${feedPath(signer.sign(feedPurpose, payload))}.ics`
}

export const renewFeedLink = (context: RequestContext) =>
  (isOwner(context) ? renewFeed : renewStaffFeed)(context.get(servicesContext), getActor(context))

/** Whose appointments the feed at an address has; undefined when the address no longer works. */
export async function findFeedScope(context: RequestContext, token: string): Promise<Scope | undefined> {
  const { database, signer } = context.get(servicesContext)
  const payload = signer.verifyLink(feedPurpose, token)
  if (payload === undefined) return undefined
  if (payload === (await feedLinkPayload(database))) return 'everything'
  const access = await findFeedAccess(database, payload)
  return access && mayOpen(access.role, '/admin/appointments') ? access.scope : undefined
}

const isOwner = (context: RequestContext) => getStaff(context).role === 'owner'
