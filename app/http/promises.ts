import type { Config } from '#app/config.server.ts'
import type { Promises } from '#content/pages/page.ts'

/** What texts may promise under the current settings. */
export const getPromises = ({ config, emailsLeave }: { config: Config; emailsLeave: boolean }): Promises => ({
  ...(!emailsLeave && { keepsEmails: true }),
  ...(config.schedulingUrl && { schedulerHost: new URL(config.schedulingUrl).host }),
})
