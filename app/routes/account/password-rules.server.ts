import { servicesContext, type RequestContext } from '#app/http/context.ts'

/** What the rules for new passwords need to know of this site. */
export function getPasswordRules(context: RequestContext) {
  const { config, clinic } = context.get(servicesContext)
  return { adminEmail: config.admin.email, clinicName: clinic.facts(Date.now()).name }
}
