import { servicesContext, type RequestContext } from './context.ts'

/**
 * A hidden field that says when its form was rendered, signed. Only for pages rendered per request: on a cached one
 * everybody would get the first visitor's.
 */
export const openedField = 'opened'
const purpose = 'form opened'

/** People need longer to fill in a form. */
const leastMs = 2_000

export const openedNow = (context: RequestContext) =>
  context.get(servicesContext).signer.sign(purpose, String(Date.now()))

/** 'forged': not ours, or not there. */
export function fillTime(context: RequestContext, opened: string | undefined): 'enough' | 'too-quick' | 'forged' {
  const { signer, config } = context.get(servicesContext)
  if (!config.abuseLimits) return 'enough'
  const at = signer.verify(purpose, opened ?? '')
  if (at === undefined) return 'forged'
  return Date.now() - Number(at) >= leastMs ? 'enough' : 'too-quick'
}
