import { servicesContext, type RequestContext } from './context.ts'

/** A hidden, signed field with the time at which the form was rendered. Not for cached pages, which share one. */
export const openedField = 'opened'
const purpose = 'form opened'

/** People need longer than this. */
const leastMs = 2_000

export const openedNow = (context: RequestContext) =>
  context.get(servicesContext).signer.sign(purpose, String(Date.now()))

/** `forged`: missing, or not signed by us. */
export function fillTime(context: RequestContext, opened: string | undefined): 'enough' | 'too-quick' | 'forged' {
  const { signer, config } = context.get(servicesContext)
  if (!config.abuseLimits) return 'enough'
  const at = signer.verify(purpose, opened ?? '')
  if (at === undefined) return 'forged'
  return Date.now() - Number(at) >= leastMs ? 'enough' : 'too-quick'
}
