import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A page that knows the whole site map (4 KB) asks for nothing more, and its forms work through a lost connection.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
