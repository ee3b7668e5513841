import type { Config } from '#app/config.server.ts'
import type { Promises } from '#content/pages/page.ts'

/** What texts may promise with the running settings. */
export const promisesOf = ({ config, lettersLeave }: { config: Config; lettersLeave: boolean }): Promises => ({
  ...(!lettersLeave && { keepsEmails: true }),
  ...(config.schedulingUrl && { schedulerHost: new URL(config.schedulingUrl).host }),
})
