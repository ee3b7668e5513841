import { pageContext, servicesContext, type RequestContext } from './context.ts'

/** Whose sign-ins are in the audit trail, and from where this one comes. */
export const adminOfRequest = (context: RequestContext) => ({
  email: context.get(servicesContext).config.admin.email,
  from: context.get(pageContext).clientAddress,
})
