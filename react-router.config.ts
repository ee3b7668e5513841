import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole site map is small; asking the server for pieces of it would only cost a round trip.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
