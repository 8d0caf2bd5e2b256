export default {
  title: "Saved views",
  save: "Save view",
  save_title: "Save this view",
  save_about: "The filters and the sorting are saved under a name. Only you see your views.",
  name: "Name of the view",
  replaces: "Replaces your view with this name",
  saved: "The view was saved",
  delete: "Delete the view {{name}}",
  delete_title: "Delete the view {{name}}?",
  delete_about: "The list itself stays as it is.",
  delete_action: "Delete the view",
  deleted: "The view was deleted",
}
