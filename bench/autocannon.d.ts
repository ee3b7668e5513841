// Ships no types; only what the benchmarks use of it.
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    /** Seconds; ignored when `amount` is given. */
    duration?: number
    amount?: number
    headers?: Record<string, string>
    /** Threads that send the requests. */
    workers?: number
  }
  type Result = {
    /** Seconds. */
    duration: number
    requests: { total: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
