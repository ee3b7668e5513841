import { startWorker } from '#app/queue/worker.server.ts'
import type { Services } from '#app/services.server.ts'
import type * as App from './app.ts'

/** Runs due jobs and the schedule; `stop` waits for jobs under way. */
export function startWork(services: Services, { jobs, startSchedule }: Pick<typeof App, 'jobs' | 'startSchedule'>) {
  const worker = startWorker(services, jobs, services)
  const stopSchedule = startSchedule(services)
  return {
    async stop() {
      stopSchedule()
      await worker.stop()
    },
  }
}
