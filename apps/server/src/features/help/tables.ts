/** The tables of the help center. */
export interface HelpFeedbackTable {
  article: string;
  helped: number;
  not_helped: number;
}

export interface HelpVotersTable {
  article: string;
  voter: string;
  helped: boolean;
  voted_ms: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    help_feedback: HelpFeedbackTable;
    help_voters: HelpVotersTable;
  }
}
