/** /subscribe/preview: what will open, with its terms and what an amount would bring. */
import { ProjectPage } from './ProjectPage.tsx';

export function PreviewPage() {
  return <ProjectPage isPreview />;
}
