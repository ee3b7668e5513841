/** Whether a host, as a URL or a setting names it, is this machine: what is sent there crosses no network. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
