import { startWorker } from '#app/queue/worker.server.ts'
import type { Services } from '#app/services.server.ts'
import type * as App from './app.ts'

type Parts = Pick<typeof App, 'jobs' | 'startSchedule' | 'startMailWatch' | 'startDatabaseWatch'>

/** Runs due jobs and the schedule; `stop` waits for running jobs. */
export function startWork(services: Services, { jobs, startSchedule, startMailWatch, startDatabaseWatch }: Parts) {
  const worker = startWorker(services, jobs, services)
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
