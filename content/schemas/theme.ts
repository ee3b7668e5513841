import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { paletteNames } from '../theme.ts'

export const themeSchema = {
  title: 'Look',
  path: '/',
  fields: {
    palette: {
      kind: 'choice',
      label: 'Colors',
      hint: 'Each set can be read on light and on dark screens.',
      options: paletteNames,
    },
    type: {
      kind: 'choice',
      label: 'Typefaces',
      hint: 'For headings and for text. All come from this website, from nowhere else.',
      options: {
        'tiro-anek': 'Tiro and Anek (as delivered)',
        'lora-source': 'Lora and Source Sans',
        system: 'Those of each device, nothing to load',
      },
    },
    logo: {
      kind: 'picture',
      label: 'Logo',
      hint: 'It stands beside the clinic’s name. The photograph at the top of the home page is chosen on Home page.',
      options: { mark: 'The drawn mark' },
      shape: 'whole',
    },
    own: {
      kind: 'group',
      label: 'Own colors',
      fields: {
        colors: {
          kind: 'colors',
          label: 'On light screens',
          hint: 'Lines, quiet text and the colors for dark screens follow from these.',
          colors: {
            paper: 'Page',
            ink: 'Text',
            brand: 'Buttons and links',
            accent: 'Small emphasis',
            highlight: 'Highlights, and buttons on photographs',
            band: 'Dark bands and the footer',
          },
        },
      },
    },
  },
} as const satisfies ContentSchema
