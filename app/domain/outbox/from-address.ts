type Deps = {
  config: { mailFrom: string | undefined }
  clinic: { facts(now: number): { name: string; emails: { general: string } } }
}

/** MAIL_FROM, or the clinic at its public address. */
export function fromAddress({ config, clinic }: Deps) {
  if (config.mailFrom) return config.mailFrom
  const { name, emails } = clinic.facts(Date.now())
  return `"${name.replaceAll('"', '')}" <${emails.general}>`
}
