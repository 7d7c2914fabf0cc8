import { EditParametersPage } from '#components/declarative/install/edit-page.tsx';
import { objectPage, objectTitle } from '../../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(EditParametersPage);
