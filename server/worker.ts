import { startWorker } from '#app/queue/worker.server.ts'
import type { Services } from '#app/services.server.ts'
import type * as App from './app.ts'

type Parts = Pick<typeof App, 'jobs' | 'startSchedule' | 'startMailWatch' | 'startDatabaseWatch'>

/** Runs due jobs and the schedule, visitors first; `stop` waits for jobs under way. */
export function startWork(
  services: Services,
  { jobs, startSchedule, startMailWatch, startDatabaseWatch }: Parts,
  visitors: { justSeen(): boolean },
) {
  const worker = startWorker({ ...services, isBusy: visitors.justSeen }, jobs, services)
  const stopSchedule = startSchedule(services)
  const stopMailWatch = startMailWatch(services)
  const stopDatabaseWatch = startDatabaseWatch(services)
  return {
    async stop() {
      stopSchedule()
      stopMailWatch()
      stopDatabaseWatch()
      await worker.stop()
    },
  }
}
