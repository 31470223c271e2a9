DROP TABLE model_choices;
