// Ships no types; only what the benchmarks use of it.
declare module 'autocannon' {
  type Request = { method?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    /** Requests that are under way on each of them. */
    pipelining?: number
    /** Seconds; ignored when `amount` is given. */
    duration?: number
    amount?: number
    headers?: Record<string, string>
    /** Threads that send the requests. */
    workers?: number
    /** `setupRequest` is called before each; not with workers. */
    requests?: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = {
    /** Seconds. */
    duration: number
    requests: { total: number }
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
    '3xx': number
    '5xx': number
  }
  export default function autocannon(options: Options): Promise<Result>
}
