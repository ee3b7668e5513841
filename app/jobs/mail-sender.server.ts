import type { Services } from '#app/services.server.ts'

export type HasClinic = { clinic: Pick<Services['clinic'], 'facts'> }

/** Who letters are from: MAIL_FROM, or the clinic at its public address. */
export function senderOf({ config, clinic }: Pick<Services, 'config'> & HasClinic) {
  if (config.mailFrom) return config.mailFrom
  const { name, emails } = clinic.facts(Date.now())
  return `"${name.replaceAll('"', '')}" <${emails.general}>`
}
