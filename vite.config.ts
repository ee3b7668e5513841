import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // Pictures and fonts stay files of their own: they are cached for ever and the CSP allows no data: URL for them.
    assetsInlineLimit: 0,
  },
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few files instead of some twenty small ones, all of which a hydrated page would ask for first.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules/, priority: 2 },
                { name: 'shell', test: /app\/(ui|http|root|domain)|content\//, minShareCount: 4, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [reactRouter()],
})
