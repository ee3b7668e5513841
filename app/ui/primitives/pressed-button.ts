import { createContext } from 'react'

/** The button that submitted the form and waits for the answer; `word` is what it says meanwhile. */
export type PressedButton = { name: string; value: string; word: string }

export const PressedButtonContext = createContext<PressedButton | undefined>(undefined)
